using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Rpc;

namespace FileTransfer.Strategies.Tests;

/// <summary>Theory data taken from the catalog, so that a new strategy is tested without a word here.</summary>
internal static class StrategyCases
{
    /// <summary>Those that send the file. What fetches, and whose file is kept, has tests of its own.</summary>
    public static IEnumerable<StrategyDescriptor> Delivering =>
        Here.Where(descriptor => descriptor.Delivers && !descriptor.Fetches && !descriptor.IsStored);

    /// <summary>All but those of another system, which are tested there.</summary>
    public static IEnumerable<StrategyDescriptor> Here =>
        StrategyCatalog.All.Where(descriptor => !descriptor.NeedsWindows || OperatingSystem.IsWindows());

    /// <summary>Those whose receiver keeps the file.</summary>
    public static IEnumerable<StrategyDescriptor> Stored => StrategyCatalog.All.Where(descriptor => descriptor.IsStored);

    /// <summary>Those that fetch a message.</summary>
    public static IEnumerable<StrategyDescriptor> Fetching =>
        StrategyCatalog.All.Where(descriptor => descriptor.Fetches && !descriptor.FetchesFiles);

    /// <summary>Those that fetch a file which the server was told to serve.</summary>
    public static IEnumerable<StrategyDescriptor> Downloading => StrategyCatalog.All.Where(descriptor => descriptor.FetchesFiles);

    /// <summary>Those of them that read the answer themselves, and leave it to no library.</summary>
    public static IEnumerable<StrategyDescriptor> Reading =>
        Fetching.Where(descriptor => descriptor.Implementation.IsSubclassOf(typeof(RpcFetch)));

    /// <summary>Those that speak the wire format of frames and acknowledgements.</summary>
    public static IEnumerable<StrategyDescriptor> Framed => Delivering.Where(descriptor => !Transport.IsHttp(descriptor.Transports[0]));

    public static TheoryData<string> FramedIdsOf(Func<StrategyDescriptor, bool> isMeant) =>
        [.. Framed.Where(isMeant).Select(descriptor => descriptor.Id)];

    public static TheoryData<string> FramedIds() => [.. Framed.Select(descriptor => descriptor.Id)];

    /// <summary>Those whose first transport it is.</summary>
    public static TheoryData<string> DeliveringIdsOver(string transport) =>
        [.. Delivering.Where(descriptor => descriptor.Transports[0] == transport).Select(descriptor => descriptor.Id)];

    public static TheoryData<string> AsynchronousIds() =>
        [.. Framed.Where(descriptor => !descriptor.IsSynchronous).Select(descriptor => descriptor.Id)];

    public static TheoryData<string, string> DeliveringByTransport() => [.. OverTransports(Delivering)];

    /// <summary>
    /// Each over its first transport, and each of the other transports once; in the exhaustive run each over all of its transports.
    /// </summary>
    public static IEnumerable<(string Id, string Transport)> OverTransports(IEnumerable<StrategyDescriptor> strategies)
    {
        StrategyDescriptor[] all = [.. strategies];
        IEnumerable<(string Id, string Transport)> others = all
            .SelectMany(descriptor => descriptor.Transports.Skip(1).Select(transport => (descriptor.Id, transport)));
        return all.Select(descriptor => (descriptor.Id, descriptor.Transports[0]))
            .Concat(Exhaustive.IsAskedFor ? others : others.DistinctBy(other => other.Transport));
    }

    /// <summary>One for each set of system calls, transport and way of calling it; in the exhaustive run all of them.</summary>
    public static IEnumerable<StrategyDescriptor> OneOfEach(IEnumerable<StrategyDescriptor> strategies) =>
        Exhaustive.IsAskedFor ? strategies : Distinct(strategies);

    /// <summary>One for each set of system calls, transport and way of calling it.</summary>
    public static IEnumerable<StrategyDescriptor> Distinct(IEnumerable<StrategyDescriptor> strategies) => strategies.DistinctBy(
        descriptor => (descriptor.Transports[0], descriptor.IsSynchronous, string.Join(' ', descriptor.SystemCalls)));
}
