using System.Text.RegularExpressions;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Lab.Docs;
using FileTransfer.Results;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies;

namespace FileTransfer.Harness.Tests.Docs;

/// <summary>README.md and docs/: what is generated is up to date, and every link leads somewhere.</summary>
public sealed partial class DocumentationTests
{
    private const int MostLinesOfReadMe = 150;

    private static readonly string[] s_written =
    [
        "docs/scenarios/small.md",
        "charts/latency-by-size.svg",
        "charts/nobody-shows-it.svg",
        "charts/report.md",
    ];

    /// <summary>Every fourth, or all: the same code makes the reports of all, and every page shows the numbers of its runs.</summary>
    public static TheoryData<string> Runs =>
        [.. PublishedFolder.All(Golden.Root, DocumentPage.All(Golden.Root))
            .Where((_, index) => index % Exhaustive.Or(4, 1) == 0)
            .Select(run => run.Path)];

    public static TheoryData<string> Pages => [.. DocumentPage.All(Golden.Root).Select(page => page.Path)];

    [Theory]
    [MemberData(nameof(Pages))]
    public void Pages_AreThoseOfTheCatalogAndThePublishedRuns(string path)
    {
        var page = new DocumentPage(Golden.Root, path);
        string? difference = Golden.FirstDifference(page.Render(), page.Text);
        Assert.True(
            difference is null,
            $"{path} is not up to date: {difference}\n"
            + "Write it anew:\n  dotnet run -c Release --project src/Lab -- docs");
    }

    [Theory]
    [MemberData(nameof(Runs))]
    public void PublishedFolders_HoldResultsTheReportAndThePicturesThatPagesShow(string path)
    {
        PublishedFolder run = PublishedFolder.All(Golden.Root, DocumentPage.All(Golden.Root)).Single(run => run.Path == path);

        Assert.True(
            File.Exists(Path.Combine(Golden.Root, path, ResultsFile.CompressedFileName)),
            $"{path} has no {ResultsFile.CompressedFileName}");
        Assert.False(
            File.Exists(Path.Combine(Golden.Root, path, ResultsFile.FileName)),
            $"{path} has {ResultsFile.FileName} as well; keep the compressed file only");
        IReadOnlyList<string> outdated = run.Outdated();
        Assert.True(outdated is [], $"not up to date: {string.Join(", ", outdated)}; "
            + "write them anew:\n  dotnet run -c Release --project src/Lab -- docs");
    }

    [Theory]
    [MemberData(nameof(Pages))]
    public void Links_OfEveryPage_LeadSomewhere(string path)
    {
        string text = new DocumentPage(Golden.Root, path).Text;
        foreach (string link in Link()
            .Matches(text)
            .Select(match => match.Groups["target"].Value)
            .Where(link => !link.Contains("://", StringComparison.Ordinal)))
        {
            string[] parts = link.Split('#');
            string target = parts[0].Length == 0 ? path : Path.Combine(Path.GetDirectoryName(path)!, parts[0]);
            string full = Path.Combine(Golden.Root, target);
            Assert.True(File.Exists(full) || Directory.Exists(full), $"{path} links to {link}, which is not there");
            if (parts.Length > 1)
            {
                Assert.True(
                    Anchors(File.ReadAllText(full)).Contains(parts[1]),
                    $"{path} links to {link}, and {parts[0]} has no such heading; "
                    + $"it has {string.Join(", ", Anchors(File.ReadAllText(full)))}");
            }
        }
    }

    [Fact]
    public void ReadMe_IsShort() => Assert.InRange(File.ReadAllLines(Path.Combine(Golden.Root, "README.md")).Length, 50, MostLinesOfReadMe);

    [Fact]
    public void ReadMe_ReachesEveryPage()
    {
        HashSet<string> reached = ["README.md"];
        var left = new Queue<string>(reached);
        while (left.TryDequeue(out string? path))
        {
            foreach (string link in Link()
                .Matches(new DocumentPage(Golden.Root, path).Text)
                .Select(match => match.Groups["target"].Value.Split('#')[0])
                .Where(link => link.EndsWith(".md", StringComparison.Ordinal) && !link.Contains("://", StringComparison.Ordinal)))
            {
                string target = Path.GetRelativePath(
                    Golden.Root,
                    Path.GetFullPath(Path.Combine(Golden.Root, Path.GetDirectoryName(path)!, link)));
                if (!target.StartsWith("charts", StringComparison.Ordinal) && reached.Add(target))
                {
                    left.Enqueue(target);
                }
            }
        }

        // A package has its own page.
        Assert.Contains("src/FileSender/README.md", reached);
        Assert.Equal(
            DocumentPage.All(Golden.Root).Select(page => page.Path).Order(),
            reached.Where(path => !path.StartsWith("src", StringComparison.Ordinal)).Order());
    }

    [Fact]
    public void EveryStrategy_StandsInOnePageOfTheCatalog()
    {
        string page = new DocumentPage(Golden.Root, Path.Combine("docs", "strategies.md")).Text;
        Assert.All(StrategyCatalog.All, strategy => Assert.Contains($"\n| `{strategy.Id}` |", page, StringComparison.Ordinal));
    }

    [Fact]
    public void EveryPublishedRun_StandsInAPage()
    {
        string pages = string.Concat(DocumentPage.All(Golden.Root).Select(page => page.Text));
        string[] runs = [.. Directory.GetDirectories(Path.Combine(Golden.Root, "charts", "amd-epyc-2-cores"))
            .Select(folder => Path.GetRelativePath(Golden.Root, folder))];
        Assert.NotEmpty(runs);
        Assert.All(runs, run => Assert.True(
            pages.Contains($"<!-- results of {run} -->", StringComparison.Ordinal)
                || pages.Contains($"<!-- native reference of {run} -->", StringComparison.Ordinal)
                || pages.Contains($"<!-- comparison of {run} -->", StringComparison.Ordinal),
            $"{run} stands in no page: give it '<!-- results of {run} -->', or '… native reference of', '… comparison of'"));
    }

    [Fact]
    public async Task Docs_WritesWhatIsNotUpToDate_AndCheckOnlySays()
    {
        using var folder = new TemporaryFolder();
        string charts = Path.Combine(folder.Path, "charts");
        Directory.CreateDirectory(charts);
        ResultsFile.Save(SampleRuns.Small(), Path.Combine(charts, ResultsFile.FileName));
        Directory.CreateDirectory(Path.Combine(folder.Path, "docs", "scenarios"));
        string readme = Path.Combine(folder.Path, "README.md");
        string page = Path.Combine(folder.Path, "docs", "scenarios", "small.md");
        File.WriteAllText(readme, "# Nothing is generated here\n");
        File.WriteAllText(
            page,
            "# Small\n\n<!-- results of charts -->\n<!-- end -->\n\nAfter.\n\n![P50](../../charts/latency-by-size.svg)\n");
        File.WriteAllText(Path.Combine(charts, "nobody-shows-it.svg"), "<svg/>");

        Assert.Equal(
            (ExitCode.Failed, string.Concat(s_written.Select(path => $"{path} is not up to date; run docs without --check\n"))),
            await RunAsync(folder.Path, "--check"));
        Assert.Equal((ExitCode.Success, string.Concat(s_written.Select(path => $"{path}\n"))), await RunAsync(folder.Path));
        Assert.Equal((ExitCode.Success, ""), await RunAsync(folder.Path, "--check"));

        string text = File.ReadAllText(page);
        Assert.Contains("from [charts](../../charts/report.md).", text, StringComparison.Ordinal);
        Assert.Contains("\n| 1M | send-file | 166 µs |", text, StringComparison.Ordinal);
        Assert.Contains("\n- 1M: send-file, ", text, StringComparison.Ordinal);
        Assert.Contains("\n<!-- end -->\n\nAfter.\n", text, StringComparison.Ordinal);
        Assert.Equal(
            ["latency-by-size.svg", "report.md", ResultsFile.FileName],
            Directory.GetFiles(charts).Select(file => Path.GetFileName(file)).Order(StringComparer.Ordinal));
    }

    /// <summary>A run of pipes or over a link says its placement in its options only.</summary>
    [Theory]
    [InlineData("same", "20 rounds, both ends on one processor, commit ")]
    [InlineData("none", "20 rounds, both ends left to the scheduler, commit ")]
    public async Task Docs_Run_SaysHowItWasMadeAndItsWarnings(string affinity, string design)
    {
        using var folder = new TemporaryFolder();
        RunResult run = SampleRuns.Small();
        Directory.CreateDirectory(Path.Combine(folder.Path, "charts"));
        ResultsFile.Save(
            run with
            {
                Run = run.Run with { Rounds = 20, Options = new Dictionary<string, string>(run.Run.Options) { ["affinity"] = affinity } },
                Environment = run.Environment with { Warnings = ["beware of <it>"] },
            },
            Path.Combine(folder.Path, "charts", ResultsFile.FileName));
        string readme = Path.Combine(folder.Path, "README.md");
        File.WriteAllText(readme, "<!-- results of charts -->\n<!-- end -->\n");

        Assert.Equal(ExitCode.Success, (await RunAsync(folder.Path)).Exit);

        string text = File.ReadAllText(readme);
        Assert.Contains(design, text, StringComparison.Ordinal);
        Assert.Contains("<details><summary>Command of this run, and its ", text, StringComparison.Ordinal);
        Assert.Contains("</code><ul>", text, StringComparison.Ordinal);
        Assert.Contains("<li>beware of &lt;it&gt;</li>", text, StringComparison.Ordinal);
    }

    /// <summary>The times of the two are 5.5 ms and 160 µs, and 40 and 43 µs.</summary>
    [Theory]
    [InlineData("median of charts/small read-write-1k 1K,1M", "44.9 µs to 5.60 ms")]
    [InlineData("ratio of charts/small read-write-1k/send-file 1M", "34 (33–34)")]
    [InlineData("least of charts/small read-write-1k/send-file 1M", "33")]
    [InlineData("medians of charts/small read-write-1k/send-file 1M", "34")]
    public async Task Docs_FigureWithinASentence_IsThatOfTheRun(string figure, string value)
    {
        using var folder = new TemporaryFolder();
        Directory.CreateDirectory(Path.Combine(folder.Path, "charts", "small"));
        ResultsFile.Save(SampleRuns.Small(), Path.Combine(folder.Path, "charts", "small", ResultsFile.FileName));
        string readme = Path.Combine(folder.Path, "README.md");
        File.WriteAllText(readme, $"It is <!-- {figure} -->?<!-- end --> times as fast.\n");

        Assert.Equal((ExitCode.Success, "README.md\n"), await RunAsync(folder.Path));

        Assert.Equal($"It is <!-- {figure} -->{value}<!-- end --> times as fast.\n", File.ReadAllText(readme));
    }

    [Theory]
    [InlineData("ratio of charts/small send-file/read-write-1k 1M", "read-write-1k is not proven to be faster than send-file at 1M: ")]
    [InlineData("least of charts/small read-write-1k/begin-send 1K", "begin-send is not proven to be faster than read-write-1k at 1K: ")]
    [InlineData("ratio of charts/small read-write-1k/splice 1M", "0 measurements of the run are of splice at 1M ")]
    [InlineData("median of charts/small read-write-1k/send-file 1M", "needs one strategy")]
    [InlineData("median of gone send-file 1M", "gone")]
    public async Task Docs_FigureThatTheRunDoesNotProve_IsAnError(string figure, string message)
    {
        using var folder = new TemporaryFolder();
        Directory.CreateDirectory(Path.Combine(folder.Path, "charts", "small"));
        ResultsFile.Save(SampleRuns.Small(), Path.Combine(folder.Path, "charts", "small", ResultsFile.FileName));
        File.WriteAllText(Path.Combine(folder.Path, "README.md"), $"It is <!-- {figure} -->34<!-- end --> times as fast.\n");

        (int exit, string output) = await RunAsync(folder.Path);

        Assert.Equal(ExitCode.Usage, exit);
        Assert.Contains(message, output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Docs_Quote_LeavesTheTitleOutAndLowersHeadings()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "figures.md"), "# Figures\n\nBy a script.\n\n## Small\n\n### Smaller\n\n# no title\n");
        string readme = Path.Combine(folder.Path, "README.md");
        File.WriteAllText(readme, "<!-- quoted from figures.md -->\n<!-- end -->\n");

        Assert.Equal(ExitCode.Success, (await RunAsync(folder.Path)).Exit);

        Assert.Equal(
            "<!-- quoted from figures.md -->\nBy a script.\n\n### Small\n\n#### Smaller\n\n# no title\n\n<!-- end -->\n",
            File.ReadAllText(readme));
    }

    [Theory]
    [InlineData("<!-- strategies of nobody -->", "there is no family 'nobody'; there are harness, sockets, pipes, http, rpc, downloads")]
    [InlineData("<!-- quoted from gone.md -->", "README.md quotes 'gone.md', which does not exist")]
    [InlineData("<!-- results of gone -->", "gone")]
    [InlineData("<!-- native reference of gone -->", "gone")]
    [InlineData("<!-- effects of gone -->", "gone")]
    public async Task Docs_PartThatNamesNothing_IsAnError(string begin, string message)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "README.md"), $"{begin}\n<!-- end -->\n");
        (int exit, string output) = await RunAsync(folder.Path);
        Assert.Equal(ExitCode.Usage, exit);
        Assert.Contains(message, output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Docs_FolderWithoutReadMe_IsAnError()
    {
        using var folder = new TemporaryFolder();
        (int exit, string output) = await RunAsync(folder.Path);
        Assert.Equal(ExitCode.Usage, exit);
        Assert.Contains("has no README.md: give the root folder of the repository", output, StringComparison.Ordinal);
    }

    private static async Task<(int Exit, string Output)> RunAsync(params string[] arguments)
    {
        (int exit, string output, string errors) = await HarnessProcess.RunLabWithAsync(["docs", .. arguments]);
        return (exit, (output + errors).ReplaceLineEndings("\n"));
    }

    /// <summary>The names by which GitHub reaches the headings of a page.</summary>
    private static IReadOnlyList<string> Anchors(string text) =>
        [.. Heading()
            .Matches(text)
            .Select(match => NotInAnchors().Replace(match.Groups["title"].Value.ToLowerInvariant(), "").Replace(' ', '-'))];

    [GeneratedRegex(@"\]\((?<target>[^)\s]+)\)")]
    private static partial Regex Link();

    [GeneratedRegex("^#+ (?<title>.+)$", RegexOptions.Multiline)]
    private static partial Regex Heading();

    [GeneratedRegex(@"[^\w\- ]")]
    private static partial Regex NotInAnchors();
}
