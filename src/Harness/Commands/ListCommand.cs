using System.Text.Json;
using System.Text.Json.Serialization;
using FileTransfer.Strategies;
using Spectre.Console;

namespace FileTransfer.Harness.Commands;

/// <summary>Lists every strategy, and whether it can run here.</summary>
internal static class ListCommand
{
    public static int Run(TextWriter output, bool json)
    {
        ListedStrategy[] strategies = [.. StrategyCatalog.All.Select(ListedStrategy.Of)];
        if (json)
        {
            output.WriteLine(JsonSerializer.Serialize(strategies, ListJson.Default.ListedStrategyArray));
            return ExitCode.Success;
        }

        var table = new Table { Border = TableBorder.Markdown };
        table.AddColumns("Strategy", "Family", "Mode", "Mechanism", "System calls seen", "Available");
        foreach (ListedStrategy strategy in strategies)
        {
            table.AddRow(new Text(strategy.Id), new Text(strategy.Family), new Text(strategy.Mode), new Text(strategy.Mechanism), new Text(string.Join(", ", strategy.SystemCalls)), new Text(strategy.Available ? "yes" : $"no: {strategy.Reason}"));
        }

        PlainConsole.For(output).Write(table);
        return ExitCode.Success;
    }
}

/// <summary>One line of <c>list --json</c>.</summary>
internal sealed record ListedStrategy(string Id, string Family, string Mode, string Mechanism, IReadOnlyList<string> SystemCalls, bool Available, string? Reason, IReadOnlyList<string> Transports)
{
    public static ListedStrategy Of(StrategyDescriptor strategy)
    {
        Availability availability = strategy.Probe();
        return new ListedStrategy(
            strategy.Id,
            strategy.Family.ToString().ToLowerInvariant(),
            strategy.IsSynchronous ? "synchronous" : "asynchronous",
            strategy.Mechanism,
            strategy.SystemCalls,
            availability.IsAvailable,
            availability.Reason,
            strategy.Transports);
    }
}

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true, NewLine = "\n")]
[JsonSerializable(typeof(ListedStrategy[]))]
internal sealed partial class ListJson : JsonSerializerContext;
