using System.CommandLine;
using System.Text.Json;
using System.Text.Json.Serialization;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.StrategyAssemblies;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;
using Spectre.Console;

namespace FileTransfer.Harness.Commands;

/// <summary>Lists every strategy, and whether it can run here.</summary>
internal static class ListCommand
{
    internal const string Synchronous = "synchronous";

    /// <summary>Smallest usual width of a terminal.</summary>
    private const int Width = 80;

    /// <summary>Defines the command.</summary>
    public static Command Build(TextWriter output, CancellationToken cancellationToken)
    {
        var command = new Command("list", "List every strategy, and whether it can run here.");
        var json = new Option<bool>("--json") { Description = "Print JSON." };
        var trace = new Option<string?>("--trace")
        {
            Description = "Instead run this strategy under strace(1), and print the system calls that move the payload (Linux).",
            HelpName = "id",
            CompletionSources = { BenchOptions.Ids() },
        };
        var from = new StrategyRunOptions();
        command.AddAll([json, trace, .. from.All]);
        command.SetAction(result =>
        {
            StrategyAssembly? added = from.Read(result);
            return result.GetValue(trace) is { } id
                ? TraceCommand.RunAsync(StrategyRunOptions.Find(added, id), added, output, cancellationToken)
                : Task.FromResult(Run(added, result.GetValue(json), output));
        });
        return command;
    }

    private static int Run(StrategyAssembly? added, bool json, TextWriter output)
    {
        ListedStrategy[] strategies =
        [
            .. StrategyCatalog.All.Select(strategy => ListedStrategy.Of(strategy, from: null)),
            .. (added?.Strategies ?? []).Select(strategy => ListedStrategy.Of(strategy, added!.Name)),
        ];
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
                string from = strategy.From is null ? "" : $"; from {strategy.From}";
                string refusal = strategy.Available ? "" : $"; not here: {strategy.Reason}";
                table.AddRow(new Text(strategy.Id), new Text(mode), new Text($"{strategy.Mechanism}{from}{refusal}"));
            }

            output.Write($"{family.Key}\n");
            console.Write(table);
            output.Write('\n');
        }

        if (WindowsFacts.OfThisMachine?.TransmitLimit is { } limit)
        {
            output.Write($"TransmitFile: {limit}\n");
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
    IReadOnlyList<string> Transports,
    string? From)
{
    /// <summary>Describes a strategy.</summary>
    /// <param name="strategy">The strategy.</param>
    /// <param name="from">Name of the assembly that it was added from; null for one of ours.</param>
    public static ListedStrategy Of(StrategyDescriptor strategy, string? from)
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
            strategy.Transports,
            from);
    }
}
