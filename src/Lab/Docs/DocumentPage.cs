using System.Text.RegularExpressions;
using FileTransfer.Harness.Comparing;
using FileTransfer.Lab.Explaining;
using FileTransfer.Results;
using FileTransfer.Results.Errors;
using FileTransfer.Results.Reports;

namespace FileTransfer.Lab.Docs;

/// <summary>A page of the documentation. Its generated blocks are enclosed by two comments, of which the first names the source.</summary>
/// <remarks>
/// <c>results of FOLDER</c> is the table of a published run, <c>native reference of FOLDER</c> compares its strategies with
/// the native reference, <c>effects of FOLDER</c> compares its variants with their strategies, <c>comparison of FOLDER</c> is
/// what <c>compare</c> said, <c>strategies of FAMILY</c> lists a part of the catalog, <c>trials of FILE</c> sums up a log of
/// <c>explain-trials</c>, and <c>quoted from FILE</c> repeats a page of figures without its title. Paths are relative to the root.
/// <see cref="ProseFigure"/> and <see cref="QuotedFigure"/> are figures within a sentence.
/// </remarks>
/// <param name="root">The folder that README.md is in.</param>
/// <param name="path">The page, relative to the root.</param>
internal sealed partial class DocumentPage(string root, string path)
{
    private const string ResultsOf = "results of";

    /// <summary>The page, relative to the root.</summary>
    public string Path => path;

    /// <summary>Current content of the page.</summary>
    public string Text { get; } = File.ReadAllText(System.IO.Path.Combine(root, path));

    /// <summary>Folders of the published runs whose results it shows, relative to the root.</summary>
    public IEnumerable<string> Runs =>
        Block().Matches(Text).Where(block => block.Groups["kind"].Value == ResultsOf).Select(block => block.Groups["source"].Value);

    /// <summary>README.md and every page under docs/.</summary>
    /// <exception cref="UsageException">There is no README.md.</exception>
    public static IReadOnlyList<DocumentPage> All(string root)
    {
        const string ReadMe = "README.md";
        if (!File.Exists(System.IO.Path.Combine(root, ReadMe)))
        {
            throw new UsageException($"'{root}' has no {ReadMe}: give the root folder of the repository");
        }

        string folder = System.IO.Path.Combine(root, "docs");
        string[] pages = Directory.Exists(folder) ? Directory.GetFiles(folder, "*.md", SearchOption.AllDirectories) : [];
        return
        [
            new DocumentPage(root, ReadMe),
            .. pages.Order(StringComparer.Ordinal).Select(page => new DocumentPage(root, System.IO.Path.GetRelativePath(root, page))),
        ];
    }

    /// <summary>The page with its generated blocks renewed and all other text unchanged.</summary>
    /// <exception cref="UsageException">A block names a missing source, or a figure is not what its run says.</exception>
    /// <exception cref="ResultsFileException">A published run cannot be read.</exception>
    public string Render() => QuotedFigure.Renew(
        ProseFigure.Renew(
            Block().Replace(Text, match =>
            {
                string content = Content(match.Groups["kind"].Value, match.Groups["source"].Value);
                return $"{match.Groups["begin"].Value}\n{content}\n{match.Groups["end"].Value}";
            }),
            Load),
        page => Figures($"{ProseFigure.Machine}/{page}.md"));

    /// <summary>Renews the generated blocks and writes the page if it changed.</summary>
    /// <returns>True when the page changed.</returns>
    public bool Update()
    {
        string rendered = Render();
        if (rendered == Text)
        {
            return false;
        }

        File.WriteAllText(System.IO.Path.Combine(root, path), rendered);
        return true;
    }

    private string Content(string kind, string source) => kind switch
    {
        ResultsOf => PublishedRun.Table(Load(source), source, Link(source), OlderRuns.NoteOf(root, source)),
        "native reference of" => NativeReferenceOf(source),
        "effects of" => EffectsOf(source),
        "strategies of" => StrategyTable.Of(source),
        "comparison of" => CompareMarkdown.Text(CompareFile.Load(System.IO.Path.Combine(root, source, CompareFile.Name))).Trim(),
        "trials of" => TrialLog.Summary(TrialLog.Load(System.IO.Path.Combine(root, source))),
        _ => Quote(source),
    };

    private string NativeReferenceOf(string folder)
    {
        RunResult run = Load(folder);
        string tables = TableSections.Native(run).Markdown;
        return tables.Length > 0
            ? $"{PublishedRun.Source(run, folder, Link(folder), OlderRuns.NoteOf(root, folder))}\n\n{tables}"
            : throw new UsageException($"{path} names the native reference of '{folder}', a run that did not measure it (bench --native)");
    }

    private string EffectsOf(string folder)
    {
        RunResult run = Load(folder);
        string table = TableSections.Effects(run).Markdown;
        return table.Length > 0
            ? $"{PublishedRun.Source(run, folder, Link(folder), OlderRuns.NoteOf(root, folder))}\n\n{table}"
            : throw new UsageException(
                $"{path} names the effects of '{folder}', a run without variants beside their strategies (bench --strategies ID,ID@bbr)");
    }

    private RunResult Load(string folder) => ResultsFile.Load(System.IO.Path.Combine(root, folder));

    /// <summary>Content of a page of figures without its title, with its headings one level lower.</summary>
    private string Quote(string file) => Heading().Replace(Title().Replace(Figures(file), ""), "#");

    private string Figures(string file)
    {
        string full = System.IO.Path.Combine(root, file);
        return File.Exists(full) ? File.ReadAllText(full) : throw new UsageException($"{path} quotes '{file}', which does not exist");
    }

    private string Link(string target) =>
        System.IO.Path
            .GetRelativePath(System.IO.Path.GetDirectoryName(System.IO.Path.Combine(root, path))!, System.IO.Path.Combine(root, target))
            .Replace('\\', '/');

    [GeneratedRegex("^# .*\n+")]
    private static partial Regex Title();

    /// <summary>The place before every heading but a title's.</summary>
    [GeneratedRegex("^(?=##+ )", RegexOptions.Multiline)]
    private static partial Regex Heading();

    [GeneratedRegex(
        "(?<begin><!-- (?<kind>results of|native reference of|effects of|strategies of|comparison of|trials of|quoted from) "
        + "(?<source>[^ ]+) -->)\n.*?(?<end><!-- end -->)",
        RegexOptions.Singleline)]
    private static partial Regex Block();
}
