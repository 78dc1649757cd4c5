using FileTransfer.Results.Reports;

namespace FileTransfer.Lab;

/// <summary>What a server or a simulated link was asked to do, and what it did.</summary>
/// <param name="What">What was done to the server, or asked of the link.</param>
/// <param name="Target">How well it has to do.</param>
/// <param name="Measured">How well it did.</param>
/// <param name="IsMet">True when that is good enough.</param>
internal sealed record Finding(string What, string Target, string Measured, bool IsMet)
{
    /// <summary>The word for the console: <c>held</c> or <c>MISSED</c>.</summary>
    public string Word => IsMet ? "held" : "MISSED";

    /// <summary>The table of a page, as Markdown.</summary>
    /// <param name="what">Header above <see cref="What"/>.</param>
    /// <param name="target">Header above <see cref="Target"/>.</param>
    /// <param name="findings">The findings.</param>
    public static string Table(string what, string target, IEnumerable<Finding> findings) => MarkdownText.Table(
        new Table(
            [what, target, "measured", ""],
            findings.Select(found => (Cell[])
            [
                found.What, found.Target, found.Measured, found.IsMet ? "held" : new Cell("missed", CellStyle.Strong),
            ])),
        isTight: true);
}
