using System.Diagnostics.CodeAnalysis;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Downloads;
using FileTransfer.Strategies.Http;
using FileTransfer.Strategies.Pipes;
using FileTransfer.Strategies.Rpc;
using FileTransfer.Strategies.SelfTest;
using FileTransfer.Strategies.Sockets;
using FileTransfer.Strategies.Storing;

namespace FileTransfer.Strategies;

/// <summary>All our strategies, in the order of listings. A new strategy is one more line here.</summary>
public static class StrategyCatalog
{
    /// <summary>All descriptors.</summary>
    public static IReadOnlyList<StrategyDescriptor> All { get; } =
    [
        Null.Descriptor,
        ReadWrite.Descriptor1K,
        ReadWrite.Descriptor64K,
        ReadWrite.Descriptor1M,
        BeginSend.Descriptor,
        CopyToAsync.Descriptor,
        SendFile.Descriptor,
        SendFile.DescriptorWriteBehind,
        SendFile.DescriptorKernelApc,
        SendFile.DescriptorReuse,
        SendFileHeader.Descriptor,
        Coalesced.Descriptor64K,
        Coalesced.Descriptor256K,
        Coalesced.Descriptor1M,
        Coalesced.Descriptor64KKept,
        Coalesced.Descriptor256KKept,
        Coalesced.Descriptor1MKept,
        SendAsync.Descriptor,
        Saea.Descriptor,
        Pipelines.Descriptor,
        SendFileAsync.Descriptor,
        SendPackets.Descriptor,
        NativeSendFile.Descriptor,
        NativeSendFile.DescriptorKept,
        Splice.Descriptor,
        Splice.DescriptorKept,
        Mapped.Descriptor,
        Mapped.DescriptorKept,
        Mapped.DescriptorMoreKept,
        MsgZeroCopy.Descriptor,
        IoUring.Descriptor,
        ReadAhead.Descriptor,
        TwoReads.Descriptor,
        TwoReads.DescriptorDirect,
        IoUringReads.Descriptor,
        IoUringReads.DescriptorDirect,
        Adaptive.Descriptor,
        Adaptive.DescriptorKept,
        AdaptiveAsync.Descriptor,
        TlsReadWrite.Descriptor64K,
        TlsCopyToAsync.Descriptor,
        PipeCopy.Descriptor32K,
        PipeCopy.Descriptor128K,
        PipeSplice.Descriptor,
        PipeSplice.Descriptor1M,
        PipeVmSpliceMapped.Descriptor,
        HttpMultipartOsPipe.Descriptor,
        HttpMultipartSplice.Descriptor,
        HttpMultipartPipe.Descriptor,
        HttpMultipartBuffered.Descriptor,
        HttpMultipartStream.Descriptor,
        HttpSendFile.DescriptorMultipart,
        HttpPutStream.Descriptor,
        HttpSendFile.DescriptorPut,
        .. HttpRequests.Descriptors,
        RpcReadAll.Descriptor,
        RpcPresized.Descriptor,
        RpcPooled.Descriptor,
        RpcStreamParse.Descriptor,
        RpcSequenceParse.Descriptor,
        RpcNoCopy.Descriptor,
        RpcReadAll.DescriptorGzip,
        RpcPresized.DescriptorGzipHint,
        RpcPooled.DescriptorGzip,
        RpcStreamParse.DescriptorGzip,
        RpcReadAll.DescriptorGrpc,
        RpcPooled.DescriptorGrpc,
        .. RpcGrpcNet.Descriptors,
        .. GetDrain.Descriptors,
        .. GetStream.Descriptors,
        GetCopyTo.Descriptor,
        .. FetchDrain.Descriptors,
        .. StoredFiles.Descriptors,
    ];

    /// <summary>The same as what a run chooses from, when nothing is added.</summary>
    public static KnownStrategies Ours { get; } = new(All);

    /// <inheritdoc cref="KnownStrategies.TryFind"/>
    public static bool TryFind(string id, [NotNullWhen(true)] out StrategyDescriptor? descriptor) => Ours.TryFind(id, out descriptor);

    /// <inheritdoc cref="KnownStrategies.Find"/>
    public static StrategyDescriptor Find(string id) => Ours.Find(id);

    /// <inheritdoc cref="KnownStrategies.Match"/>
    public static IReadOnlyList<StrategyDescriptor> Match(string pattern) => Ours.Match(pattern);
}
