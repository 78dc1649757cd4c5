using FileTransfer.Results.Errors;
using FileTransfer.Results.Reports;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Lab.Docs;

/// <summary>The table of the strategies of a family, from the catalog.</summary>
internal static class StrategyTable
{
    /// <summary>A table, as Markdown.</summary>
    /// <exception cref="UsageException">There is no such family.</exception>
    public static string Of(string family)
    {
        if (!Enum.TryParse(family, ignoreCase: true, out StrategyFamily wanted))
        {
            throw new UsageException(
                $"there is no family '{family}'; there are {string.Join(", ", Enum.GetNames<StrategyFamily>()).ToLowerInvariant()}");
        }

        return MarkdownText.Table(new Table(
            ["strategy", "mode", "mechanism", "system calls", "transports"],
            StrategyCatalog.All.Where(strategy => strategy.Family == wanted).Select(Row)));
    }

    private static Cell[] Row(StrategyDescriptor strategy) =>
    [
        new Cell(strategy.Id, CellStyle.Code),
        strategy.IsSynchronous ? "sync" : "async",
        strategy.Mechanism,
        new Cell(string.Join(", ", strategy.SystemCalls), CellStyle.Names),
        string.Join(", ", strategy.Transports),
    ];
}
