using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Http;
using FileTransfer.Strategies.Sockets;

namespace FileTransfer.Strategies.Storing;

/// <summary>
/// The strategies that compare how a receiver stores files: all over sockets send as <c>adaptive</c> does, all over HTTP as HttpClient
/// does. They differ in what they ask the receiver to do.
/// </summary>
public static class StoredFiles
{
    /// <summary>One for every way of storing.</summary>
    public static IReadOnlyList<StrategyDescriptor> Descriptors { get; } =
    [
        .. StoringWay.OfFrames.Select(OfFrames), .. StoringWay.OverHttp.Select(OverHttp),
    ];

    private static StrategyDescriptor OfFrames(StoringWay way) => StrategyDescriptor.For(
        IdOf(way),
        StrategyFamily.Receiving,
        way.Mechanism,
        options => new Adaptive(options with { StoredBy = way }, isKept: false)) with
    {
        SystemCalls = Adaptive.Descriptor.SystemCalls,
        Transports = [Transport.Keep],
        ChangesAbove = Adaptive.Descriptor.ChangesAbove,
        WhenFileGrew = Adaptive.Descriptor.WhenFileGrew,
        Dimensions = StrategyDimensions.Send with { Keeping = way.Name },
        TakesWait = true,
        Probe = ProbeOf(way),
    };

    private static StrategyDescriptor OverHttp(StoringWay way) => way == StoringWay.Body
        ? Describe(way, HttpPutStream.Descriptor, options => new HttpPutStream(options))
        : Describe(way, HttpMultipartStream.Descriptor, options => new HttpMultipartStream(options));

    private static StrategyDescriptor Describe<TStrategy>(
        StoringWay way,
        StrategyDescriptor sender,
        Func<ConnectionOptions, TStrategy> create)
        where TStrategy : HttpUpload =>
        StrategyDescriptor.For(IdOf(way), StrategyFamily.Receiving, way.Mechanism, options => create(options with { StoredBy = way })) with
        {
            SystemCalls = sender.SystemCalls,
            Transports = sender.Transports,
            Dimensions = StrategyDimensions.Send with { Keeping = way.Name },
        };

    private static string IdOf(StoringWay way) => $"keep-{way.Name}";

    /// <summary>Whether this machine has the calls of a way. What a receiver elsewhere lacks, it says itself.</summary>
    private static Func<Availability> ProbeOf(StoringWay way)
    {
        if (way == StoringWay.IoUring)
        {
            return IoUring.Descriptor.Probe;
        }

        bool needsLinux = way == StoringWay.Splice || way == StoringWay.Mapped || way == StoringWay.Direct;
        return () => !needsLinux || (OperatingSystem.IsLinux() && Environment.Is64BitProcess)
            ? Availability.Available
            : Availability.Unsupported($"{way.Name} makes system calls of 64-bit Linux");
    }
}
