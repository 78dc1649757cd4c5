namespace FileTransfer.Strategies.Tests;

/// <summary>Theory data taken from the catalog, so that a new strategy is tested without a word here.</summary>
internal static class StrategyCases
{
    public static IEnumerable<StrategyDescriptor> Delivering => StrategyCatalog.All.Where(descriptor => descriptor.Delivers);

    public static TheoryData<string> DeliveringIds() => [.. Delivering.Select(descriptor => descriptor.Id)];

    public static TheoryData<string> SynchronousIds() => [.. StrategyCatalog.All.Where(descriptor => descriptor.IsSynchronous).Select(descriptor => descriptor.Id)];

    public static TheoryData<string, string> DeliveringByTransport() =>
        [.. Delivering.SelectMany(descriptor => descriptor.Transports.Select(transport => (descriptor.Id, transport)))];
}
