using System.Text.RegularExpressions;
using FileTransfer.Harness.Reports;
using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Docs;

/// <summary>A page of the documentation, parts of which are generated: they stand between two comments that name their source.</summary>
/// <remarks>
/// <c>results of FOLDER</c> is the table of a published run, <c>native reference of FOLDER</c> compares its strategies with
/// the native reference, <c>strategies of FAMILY</c> lists a part of the catalog, and
/// <c>quoted from FILE</c> repeats another page. Paths are relative to the root.
/// </remarks>
/// <param name="root">The folder that README.md is in.</param>
/// <param name="path">The page, relative to the root.</param>
internal sealed partial class DocumentPage(string root, string path)
{
    /// <summary>The page, relative to the root.</summary>
    public string Path => path;

    /// <summary>What it says now.</summary>
    public string Text { get; } = File.ReadAllText(System.IO.Path.Combine(root, path));

    /// <summary>README.md and every page under docs/.</summary>
    /// <exception cref="UsageException">There is no README.md.</exception>
    public static IReadOnlyList<DocumentPage> All(string root)
    {
        const string ReadMe = "README.md";
        if (!File.Exists(System.IO.Path.Combine(root, ReadMe)))
        {
            throw new UsageException($"'{root}' has no {ReadMe}: name the folder that the repository is in");
        }

        string folder = System.IO.Path.Combine(root, "docs");
        string[] pages = Directory.Exists(folder) ? Directory.GetFiles(folder, "*.md", SearchOption.AllDirectories) : [];
        return [new DocumentPage(root, ReadMe), .. pages.Order(StringComparer.Ordinal).Select(page => new DocumentPage(root, System.IO.Path.GetRelativePath(root, page)))];
    }

    /// <summary>What it should say: its generated parts anew, the rest as it is.</summary>
    /// <exception cref="UsageException">A part names something that is not there.</exception>
    /// <exception cref="ResultsFileException">A published run cannot be read.</exception>
    public string Render() => Block().Replace(Text, match => $"{match.Groups["begin"].Value}\n{Content(match.Groups["kind"].Value, match.Groups["source"].Value)}\n{match.Groups["end"].Value}");

    /// <summary>Writes it, when that changes anything.</summary>
    /// <returns>True when it did.</returns>
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
        "results of" => PublishedRun.Table(Load(source), source, Link(source)),
        "native reference of" => NativeReferenceOf(source),
        "strategies of" => StrategyTable.Of(source),
        _ => Quote(source),
    };

    private string NativeReferenceOf(string folder)
    {
        RunResult run = Load(folder);
        string tables = MarkdownNativeReference.Content(run);
        return tables.Length > 0
            ? $"{PublishedRun.Source(run, folder, Link(folder))}\n\n{tables}"
            : throw new UsageException($"{path} names the native reference of '{folder}', a run that did not measure it (bench --native)");
    }

    private RunResult Load(string folder) => ResultsFile.Load(System.IO.Path.Combine(root, folder));

    /// <summary>Another page, its headings one level lower.</summary>
    private string Quote(string file)
    {
        string full = System.IO.Path.Combine(root, file);
        return File.Exists(full)
            ? File.ReadAllText(full).Replace("\n## ", "\n### ", StringComparison.Ordinal)
            : throw new UsageException($"{path} quotes '{file}', which is not there");
    }

    private string Link(string target) =>
        System.IO.Path.GetRelativePath(System.IO.Path.GetDirectoryName(System.IO.Path.Combine(root, path))!, System.IO.Path.Combine(root, target)).Replace('\\', '/');

    [GeneratedRegex("(?<begin><!-- (?<kind>results of|native reference of|strategies of|quoted from) (?<source>[^ ]+) -->)\n.*?(?<end><!-- end -->)", RegexOptions.Singleline)]
    private static partial Regex Block();
}
