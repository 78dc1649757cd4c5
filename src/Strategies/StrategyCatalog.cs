using System.Diagnostics.CodeAnalysis;
using System.IO.Enumeration;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Downloads;
using FileTransfer.Strategies.Http;
using FileTransfer.Strategies.Pipes;
using FileTransfer.Strategies.Rpc;
using FileTransfer.Strategies.SelfTest;
using FileTransfer.Strategies.Sockets;
using FileTransfer.Strategies.Storing;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Strategies;

/// <summary>All strategies, in the order of listings. A new strategy is one more line here.</summary>
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

    /// <summary>Finds a strategy by its exact id, or a <see cref="StrategyVariant"/> of one.</summary>
    public static bool TryFind(string id, [NotNullWhen(true)] out StrategyDescriptor? descriptor)
    {
        string original = StrategyVariant.OriginalOf(id);
        StrategyDescriptor? found = All.FirstOrDefault(candidate => candidate.Id == original);
        descriptor = found is null || found.Id == id ? found : StrategyVariant.Of(found, id);
        return descriptor is not null;
    }

    /// <summary>Finds a strategy by its exact id.</summary>
    /// <exception cref="ArgumentException">No strategy has that id; the message suggests the nearest.</exception>
    public static StrategyDescriptor Find(string id) =>
        TryFind(id, out StrategyDescriptor? descriptor) ? descriptor : throw Unknown(id);

    /// <summary>Finds the strategies that match an id or a glob such as <c>read-write-*</c>, in catalog order.</summary>
    /// <exception cref="ArgumentException">Nothing matches; the message suggests the nearest id.</exception>
    public static IReadOnlyList<StrategyDescriptor> Match(string pattern)
    {
        if (StrategyVariant.IsNamedBy(pattern))
        {
            return [Find(pattern)];
        }

        StrategyDescriptor[] matches = [.. All.Where(
            candidate => FileSystemName.MatchesSimpleExpression(pattern, candidate.Id, ignoreCase: false))];
        return matches.Length > 0 ? matches : throw Unknown(pattern);
    }

    private static ArgumentException Unknown(string id)
    {
        string question = Nearest.Question(id, All.Select(descriptor => descriptor.Id));
        return new($"unknown strategy '{id}'{(question.Length > 0 ? question : ";")} 'list' shows all {All.Count}");
    }
}
