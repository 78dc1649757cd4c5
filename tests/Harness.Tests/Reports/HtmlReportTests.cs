using System.IO.Compression;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Reports;

namespace FileTransfer.Harness.Tests.Reports;

public sealed partial class HtmlReportTests
{
    private const string Nasty = "</script><script>alert('1')</script> \"a\" & b\r\n]]> \u0001 \uD800 é 😀";

    [Fact]
    public void Write_SmallRun_SaysEveryVerdictFirst()
    {
        RunResult run = SampleRuns.Small();
        XElement[] sections = [.. Parse(run).Descendants().Where(element => element.Name.LocalName == "section")];

        Assert.Equal("verdicts", sections[0].Attribute("id")?.Value);
        string text = Text(sections[0]);
        Assert.All(Some.Of(Verdicts.Of(run)), verdict => Assert.Contains(verdict.Answer, text, StringComparison.Ordinal));
        Assert.Contains("What the answers rest on", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Write_SmallRun_HasTheSectionsAndLinksThem()
    {
        XDocument page = Parse(SampleRuns.Small());
        string[] expected = ["verdicts", "charts", "warnings", "measurements", "pairs", "environment", "repeat", "reading", "samples"];

        Assert.Equal(expected, Named(page, "section").Select(section => section.Attribute("id")?.Value));
        Assert.Equal(expected.Select(id => $"#{id}"), Named(page, "nav").Single().Elements().Select(link => link.Attribute("href")?.Value));
        Assert.Single(Named(page, "h1"));
        Assert.Single(Named(page, "main"));
    }

    [Fact]
    public void Write_RunWithContenders_HasTheTablesOfMarkdown()
    {
        RunResult run = SampleRuns.Pipes();
        XElement section = Named(Parse(run), "section").Single(candidate => candidate.Attribute("id")?.Value == "old-and-new");
        string markdown = Write(new MarkdownReport(), run);

        XElement[] tables = [.. section.Descendants().Where(element => element.Name.LocalName == "table")];
        Assert.Equal(4, tables.Length);
        Assert.All(
            Some.Of(tables.SelectMany(table => table.Descendants().Where(element => element.Name.LocalName == "tr"))),
            row => Assert.Contains(
                $"| {string.Join(" | ", row.Elements().Select(cell => cell.Value))} |\n",
                markdown,
                StringComparison.Ordinal));
        Assert.DoesNotContain("988", section.Value, StringComparison.Ordinal);
    }

    [Fact]
    public void Write_SmallRun_HasNoIdTwice()
    {
        string[] ids = [.. Parse(SampleRuns.Small()).Descendants().Attributes("id").Select(id => id.Value)];

        Assert.Equal(ids.Distinct(), ids);
    }

    [Fact]
    public void Write_SmallRun_TableHasTheColumnsAndTextsOfMarkdown()
    {
        RunResult run = SampleRuns.Small();
        XDocument page = Parse(run);

        string[] headers = [.. Table(page)
            .Descendants()
            .Where(cell => cell.Name.LocalName == "th" && cell.Attribute("scope")?.Value == "col")
            .Select(cell => cell.Value)];
        string markdown = Write(new MarkdownReport(), run);
        Assert.Contains($"| {string.Join(" | ", headers)} |", markdown, StringComparison.Ordinal);
        XElement row = Row(page, "begin-send", "1M");
        Assert.Contains($"| {string.Join(" | ", row.Elements().Select(cell => cell.Value))} |", markdown, StringComparison.Ordinal);
        Assert.Contains("harness cost", Row(page, "null", "1K").Value, StringComparison.Ordinal);
    }

    [Fact]
    public void Write_Failed_HasReasonAndNoNumber()
    {
        XElement row = Row(Parse(SampleRuns.Small()), "copy-to-async", "1M");

        Assert.Equal(3, row.Elements().Count());
        Assert.Contains("failed: the receiver confirmed 1,000 of 1,048,576 bytes | \"short\"", row.Value, StringComparison.Ordinal);
        Assert.DoesNotContain("98", row.Value, StringComparison.Ordinal);
        Assert.Contains(
            "unsupported: splice(2) needs Linux",
            Row(Parse(SampleRuns.Small()), "splice", "1K").Value,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Write_TextFullOfMarkup_IsShownAsItIs()
    {
        RunResult run = SampleRuns.Run(
            SampleRuns.Measured(Nasty, SampleRuns.Kilobyte, 40_000, 41_000) with { Transport = Nasty },
            SampleRuns.Unsupported("splice", SampleRuns.Kilobyte, Nasty));
        run = run with
        {
            Run = run.Run with
            {
                Id = Nasty,
                Command = Nasty,
                Scenario = Nasty,
                Profile = Nasty,
                Baseline = Nasty,
                Options = new Dictionary<string, string> { [Nasty] = Nasty },
            },
            Environment = run.Environment with
            {
                Warnings = [Nasty],
                PayloadFileSystem = Nasty,
                SenderCongestionControl = Nasty,
                Sender = run.Environment.Sender with { Processor = Nasty },
            },
        };

        string page = Write(new HtmlReport(), run);

        XDocument parsed = Parse(page);
        Assert.Single(Named(parsed, "script"));
        Assert.Equal(2, Regex.Count(page, "script>", RegexOptions.IgnoreCase));
        string shown = "</script><script>alert('1')</script> \"a\" & b \n]]> \uFFFD \uFFFD é 😀";
        Assert.Contains(shown, Row(parsed, "splice", "1K").Value, StringComparison.Ordinal);
        Assert.Equal(shown, Named(parsed, "code").Single(code => code.Attribute("id")?.Value == "command").Value);
    }

    [Fact]
    public void Write_SameRun_SameBytes() =>
        Assert.Equal(Write(new HtmlReport(), SampleRuns.Small()), Write(new HtmlReport(), SampleRuns.Small()));

    [Fact]
    public void Write_Partial_SaysSoBeforeAnythingElse()
    {
        RunResult run = SampleRuns.Small();
        string page = Write(new HtmlReport(), run with { Run = run.Run with { Partial = true } });

        Assert.Contains("This run was interrupted: some measurements are missing.", page, StringComparison.Ordinal);
        Assert.True(
            page.IndexOf("This run was interrupted: some", StringComparison.Ordinal) < page.IndexOf("<main>", StringComparison.Ordinal));
        Assert.DoesNotContain("This run was interrupted", Write(new HtmlReport(), run), StringComparison.Ordinal);
    }

    [Fact]
    public void Write_NothingMeasured_IsAPageThatSaysSo()
    {
        RunResult run = SampleRuns.Run();
        XDocument page = Parse(run with { Environment = run.Environment with { Receiver = null } });

        Assert.Contains("Nothing was measured.", Text(page.Root!), StringComparison.Ordinal);
        Assert.Contains("The receiver never answered", Text(page.Root!), StringComparison.Ordinal);
    }

    [Fact]
    public void Write_SmallRun_HoldsTheWholeRun()
    {
        RunResult run = SampleRuns.Small();

        Assert.Equal(ResultsFile.ToBytes(run), Embedded(Parse(run)));
    }

    [Fact]
    public void Content_TooManySamples_ThinsThemAndSaysSo()
    {
        const int Limit = 2_000;
        string section = HtmlSamples.Content(SampleRuns.Small(), Limit).Value;
        byte[] data = Embedded(Parse($"<body>{section}</body>"));

        using TemporaryFolder folder = new();
        string path = Path.Combine(folder.Path, ResultsFile.FileName);
        File.WriteAllBytes(path, data);
        RunResult thinned = ResultsFile.Load(path);
        Assert.Contains("a part of the samples", section, StringComparison.Ordinal);
        Assert.All(
            Some.Of(thinned.Measurements.SelectMany(measurement => measurement.Launches)),
            launch => Assert.Equal(20, launch.ThinnedFrom));
        Assert.Equal(SampleRuns.Small().Measurements[1].Statistics, thinned.Measurements[1].Statistics);
    }

    [Fact]
    public void Write_SmallRun_AllowsItsOwnScriptAndNamesNoOtherSource()
    {
        string page = Write(new HtmlReport(), SampleRuns.Small());
        XDocument parsed = Parse(page);

        string hash = Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(Named(parsed, "script").Single().Value)));
        string policy = Named(parsed, "meta").Single(meta => meta.Attribute("http-equiv") is not null).Attribute("content")!.Value;
        Assert.StartsWith("default-src 'none';", policy, StringComparison.Ordinal);
        Assert.Contains($"script-src 'sha256-{hash}'", policy, StringComparison.Ordinal);
        Assert.All(
            Some.Of(parsed.Descendants().Attributes().Where(attribute => attribute.Name.LocalName is "src" or "href")),
            attribute => Assert.Matches("^(#|data:)", attribute.Value));
        Assert.DoesNotMatch(FetchingStyle(), page);
    }

    private static XElement Table(XDocument page) => Named(page, "table").Single(table => table.Attribute("id")?.Value == "table");

    private static XElement Row(XDocument page, string strategy, string size) => Table(page).Descendants()
        .Single(row => row.Attribute("data-strategy")?.Value == strategy && row.Attribute("data-size")?.Value == size);

    private static byte[] Embedded(XDocument page)
    {
        string link = page.Descendants().Single(element => element.Attribute("id")?.Value == "data").Attribute("href")!.Value;
        using GZipStream zip = new(new MemoryStream(Convert.FromBase64String(link.Split(',')[1])), CompressionMode.Decompress);
        using MemoryStream plain = new();
        zip.CopyTo(plain);
        return plain.ToArray();
    }

    private static IEnumerable<XElement> Named(XDocument page, string name) =>
        page.Descendants().Where(element => element.Name.LocalName == name);

    private static string Text(XElement element) => Whitespace().Replace(element.Value, " ");

    private static XDocument Parse(RunResult run) => Parse(Write(new HtmlReport(), run));

    private static XDocument Parse(string page)
    {
        using XmlReader reader = XmlReader.Create(new StringReader(page), new XmlReaderSettings { DtdProcessing = DtdProcessing.Ignore });
        return XDocument.Load(reader, LoadOptions.PreserveWhitespace);
    }

    private static string Write(IReport report, RunResult run)
    {
        using StringWriter writer = new();
        report.Write(run, writer);
        return writer.ToString();
    }

    [GeneratedRegex(@"\s+")]
    private static partial Regex Whitespace();

    [GeneratedRegex(@"@import|url\(\s*[^#\s]")]
    private static partial Regex FetchingStyle();
}
