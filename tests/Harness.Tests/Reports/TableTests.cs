using System.Globalization;
using FileTransfer.Harness.Commands;
using FileTransfer.Results.Reports;

namespace FileTransfer.Harness.Tests.Reports;

/// <summary>One table in every format.</summary>
public sealed class TableTests
{
    private static readonly Table s_table = new(
        ["what", ">count", ""],
        (Cell[][])
        [
            [new("a|b", CellStyle.Strong), 1, new("x_<y>", CellStyle.Code)],
            [],
            ["short"],
        ])
    {
        Caption = "Some & more",
    };

    [Theory]
    [InlineData(false, "| what | count |  |\n| --- | ---: | --- |\n")]
    [InlineData(true, "| what | count | |\n|---|---:|---|\n")]
    public void Markdown_CellsOfEveryStyle_AreEscapedAndRowsFilledUp(bool isTight, string head) => Assert.Equal(
        $"{head}| **a\\|b** | 1 | `x_<y>` |\n|  |  |  |\n| short |  |  |\n",
        MarkdownText.Table(s_table, isTight));

    [Fact]
    public void Html_CellsOfEveryStyle_AreEncoded() => Assert.Equal(
        """
        <div class="scroll" tabindex="0" role="group" aria-label="Some &amp; more">
        <table>
        <caption>Some &amp; more</caption>
        <thead><tr><th scope="col">what</th><th scope="col">count</th><td></td></tr></thead>
        <tbody>
        <tr><th scope="row"><b>a|b</b></th><td>1</td><td><code>x_&lt;y&gt;</code></td></tr>
        <tr><th scope="row"></th><td></td><td></td></tr>
        <tr><th scope="row">short</th><td></td><td></td></tr>
        </tbody>
        </table>
        </div>

        """,
        HtmlTable.Of(s_table).Value);

    [Fact]
    public void Console_CellsOfEveryStyle_ArePlain()
    {
        using var output = new StringWriter(CultureInfo.InvariantCulture);
        ConsoleTable.Write(s_table, output);
        string[] lines = [.. output.ToString().Split('\n').Select(line => line.TrimEnd()).Where(line => line.Length > 0)];
        Assert.Equal("  what    count", lines[0]);
        Assert.Equal(["  a|b         1   x_<y>", "  short"], lines[2..]);
    }

    [Fact]
    public void Section_NeitherRowsNorFindings_IsLeftOut()
    {
        var section = new TableSection("id", "Title", "Why.", new Table(["a"], Array.Empty<string[]>()));

        Assert.Empty(section.Markdown);
        Assert.Equal(Markup.Empty, section.Html.Content);
        Assert.Equal("- found\n\nWhy.\n", (section with { Tables = [], Findings = ["found"] }).Markdown);
    }
}
