using System.Text.Json;
using System.Text.Json.Serialization;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;
using Spectre.Console;

namespace FileTransfer.Harness.Commands;

/// <summary>Lists every strategy, and whether it can run here.</summary>
internal static class ListCommand
{
    internal const string Synchronous = "synchronous";

    /// <summary>Smallest usual width of a terminal.</summary>
    private const int Width = 80;

    public static int Run(TextWriter output, bool json)
    {
        ListedStrategy[] strategies = [.. StrategyCatalog.All.Select(ListedStrategy.Of)];
        if (json)
        {
            output.WriteLine(JsonSerializer.Serialize(strategies, IndentedJson.Default.ListedStrategyArray));
            return ExitCode.Success;
        }

        int widest = strategies.Max(strategy => strategy.Id.Length);
        IAnsiConsole console = PlainConsole.For(output, Width);
        foreach (IGrouping<string, ListedStrategy> family in strategies.GroupBy(strategy => strategy.Family))
        {
            var table = new Table { Border = TableBorder.None, ShowHeaders = false };
            table.AddColumn(new TableColumn("Strategy").Width(widest).NoWrap());
            table.AddColumn(new TableColumn("Mode").Width("async".Length).NoWrap());
            table.AddColumn(new TableColumn("Mechanism"));
            foreach (ListedStrategy strategy in family)
            {
                string mode = strategy.Mode == Synchronous ? "sync" : "async";
                table.AddRow(
                    new Text(strategy.Id),
                    new Text(mode),
                    new Text(strategy.Available ? strategy.Mechanism : $"{strategy.Mechanism}; not here: {strategy.Reason}"));
            }

            output.Write($"{family.Key}\n");
            console.Write(table);
            output.Write('\n');
        }

        output.Write("System calls and transports: list --json, docs/strategies.md\n");
        return ExitCode.Success;
    }
}

/// <summary>One line of <c>list --json</c>.</summary>
internal sealed record ListedStrategy(
    string Id,
    string Family,
    string Mode,
    string Mechanism,
    IReadOnlyList<string> SystemCalls,
    bool Available,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.Never)] string? Reason,
    IReadOnlyList<string> Transports)
{
    public static ListedStrategy Of(StrategyDescriptor strategy)
    {
        Availability availability = strategy.Probe();
        return new ListedStrategy(
            strategy.Id,
            strategy.Family.ToString().ToLowerInvariant(),
            strategy.IsSynchronous ? ListCommand.Synchronous : "asynchronous",
            strategy.Mechanism,
            strategy.SystemCalls,
            availability.IsAvailable,
            availability.Reason,
            strategy.Transports);
    }
}
