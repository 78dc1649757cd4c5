using System.Globalization;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using Spectre.Console;

namespace FileTransfer.Harness.Rounds;

/// <summary>
/// The table that a run shows on a terminal while it measures: strategies by sizes and placements, each with its median so far and how far
/// its interval reaches, and who has left the race.
/// </summary>
internal sealed class LiveTable
{
    private const int NameWidth = 24;
    private const int CellWidth = 13;
    private const int LinesAround = 8;
    private const double PerCent = 100;

    private readonly IAnsiConsole _console;
    private readonly string[] _rows;
    private readonly (string Size, string Placement)[] _columns;
    private readonly Dictionary<(string Row, (string, string) Column), string> _cells = [];
    private readonly bool _hasTransports;
    private LiveDisplayContext? _context;
    private string _caption = "";

    private LiveTable(RunPlan plan, IAnsiConsole console)
    {
        _console = console;
        _hasTransports = plan.Transports.Count > 1;
        PlannedCase[] all = [.. plan.Available.Where(one => one.Strategy.Delivers)];
        _rows = [.. all.Select(RowOf).Distinct()];
        _columns = [.. all.Select(one => (one.Payload.Label, one.Placement.Name)).Distinct()];
    }

    /// <summary>A table on a console; null where it does not fit, or where nothing may be drawn.</summary>
    public static LiveTable? For(RunPlan plan, IAnsiConsole console)
    {
        var table = new LiveTable(plan, console);
        return !plan.IsBrief
            && console.Profile.Capabilities is { Ansi: true, Interactive: true }
            && console.Profile.Capabilities.ColorSystem != ColorSystem.NoColors
            && NameWidth + (CellWidth * table._columns.Length) <= console.Profile.Width
            && table._rows.Length + LinesAround <= console.Profile.Height
                ? table
                : null;
    }

    /// <summary>Shows the table while something is measured, and removes it at the end: the final one has more columns.</summary>
    public Task ShowAsync(Func<Task> measure) => _console.Live(Draw()).AutoClear(true).StartAsync(async context =>
    {
        _context = context;
        try
        {
            await measure();
        }
        finally
        {
            _context = null;
        }
    });

    /// <summary>A line above the table.</summary>
    public void Say(string line) => _console.WriteLine(line);

    /// <summary>A line below the table, instead of the one before.</summary>
    public void Note(string caption)
    {
        _caption = caption;
        Refresh();
    }

    /// <summary>A case was measured once more.</summary>
    /// <param name="planned">The case.</param>
    /// <param name="measurement">Its measurement so far.</param>
    /// <param name="end">Why it is measured no more, in a word; null while it is.</param>
    public void Measured(PlannedCase planned, Measurement measurement, string? end = null)
    {
        if (planned.Strategy.Delivers)
        {
            _cells[(RowOf(planned), (planned.Payload.Label, planned.Placement.Name))] = TextOf(measurement, end);
            Refresh();
        }
    }

    private static string TextOf(Measurement measurement, string? end)
    {
        if (measurement.Statistics is not { } statistics)
        {
            return "[red]failed[/]";
        }

        string median = new Nanoseconds(statistics.P50).ToString();
        string reach = statistics.MedianInterval is { } interval
            ? string.Create(CultureInfo.InvariantCulture, $" ±{(Math.Sqrt(interval.Upper / interval.Lower) - 1) * PerCent:0}%")
            : "";
        return end is null ? $"{median}[dim]{reach}[/]" : $"[dim]{median} {end}[/]";
    }

    private string RowOf(PlannedCase planned) => planned.Strategy.Id + (_hasTransports ? $" {planned.Transport}" : "");

    private void Refresh() => _context?.UpdateTarget(Draw());

    private Table Draw()
    {
        var table = new Table { Border = TableBorder.Simple, Caption = new TableTitle(Markup.Escape(_caption)) };
        table.AddColumn(new TableColumn("").NoWrap());
        bool hasPlacements = _columns.Select(column => column.Placement).Distinct().Count() > 1;
        foreach ((string size, string placement) in _columns)
        {
            table.AddColumn(new TableColumn(hasPlacements ? $"{size} {placement}" : size).NoWrap().RightAligned());
        }

        foreach (string row in _rows)
        {
            table.AddRow([row, .. _columns.Select(column => _cells.GetValueOrDefault((row, column), ""))]);
        }

        return table;
    }
}
