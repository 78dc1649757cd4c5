using System.Text.RegularExpressions;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Charts;
using FileTransfer.Results.Charts.Model;
using FileTransfer.Results.Errors;
using FileTransfer.Results.Reports;

namespace FileTransfer.Lab.Docs;

/// <summary>
/// The folder of a published run: its results, and the report and the pictures that pages show, which are made from them.
/// </summary>
/// <param name="root">The folder that README.md is in.</param>
/// <param name="path">The folder of the run, relative to the root.</param>
/// <param name="pages">All pages of the documentation.</param>
internal sealed partial class PublishedFolder(string root, string path, IReadOnlyList<DocumentPage> pages)
{
    private const string Picture = ".svg";

    /// <summary>Reports that are for the person who made the run: they would double what the repository holds.</summary>
    private static readonly string[] s_unpublished = ["report.csv", "report.html"];

    /// <summary>The folder, relative to the root.</summary>
    public string Path => path;

    /// <summary>The folders of which pages show results.</summary>
    public static IReadOnlyList<PublishedFolder> All(string root, IReadOnlyList<DocumentPage> pages) =>
        [.. pages
            .SelectMany(page => page.Runs)
            .Distinct()
            .Order(StringComparer.Ordinal)
            .Select(run => new PublishedFolder(root, run, pages))];

    /// <summary>Every file that is made from the results, by name, as it should be; null for one that should not be there.</summary>
    /// <exception cref="ResultsFileException">The results cannot be read.</exception>
    public IReadOnlyDictionary<string, string?> Render()
    {
        RunResult run = StoredRun.Load(Full);
        if (run.Environment.Emulation is { } imitation)
        {
            throw new UsageException($"{path} was measured under {imitation}: no time in it is a figure, so it is not published");
        }

        var report = new MarkdownReport();
        using var text = new StringWriter { NewLine = "\n" };
        report.Write(run, text);
        var files = new SortedDictionary<string, string?>(StringComparer.Ordinal) { [report.FileName] = text.ToString() };
        HashSet<string> shown = [.. pages
            .SelectMany(page => Shown().Matches(page.Text))
            .Where(link => link.Groups["folder"].Value == path)
            .Select(link => link.Groups["name"].Value)];
        foreach (ChartModel chart in ChartCatalog.BuildAll(run).Where(chart => shown.Contains(chart.Id + Picture)))
        {
            files[chart.Id + Picture] = SvgWriter.Write(chart);
        }

        foreach (string other in Directory.GetFiles(Full).Select(file => System.IO.Path.GetFileName(file)).Where(IsGenerated))
        {
            files.TryAdd(other, null);
        }

        return files;
    }

    /// <summary>Names of the files that are not as they should be.</summary>
    /// <exception cref="ResultsFileException">The results cannot be read.</exception>
    public IReadOnlyList<string> Outdated() => [.. Render().Where(file => file.Value != Read(file.Key)).Select(file => file.Key)];

    /// <summary>Writes and deletes files until all are as they should be.</summary>
    /// <returns>Names of the files that were not.</returns>
    /// <exception cref="ResultsFileException">The results cannot be read.</exception>
    public IReadOnlyList<string> Update()
    {
        KeyValuePair<string, string?>[] outdated = [.. Render().Where(file => file.Value != Read(file.Key))];
        foreach ((string name, string? content) in outdated)
        {
            string file = System.IO.Path.Combine(Full, name);
            if (content is null)
            {
                File.Delete(file);
            }
            else
            {
                File.WriteAllText(file, content);
            }
        }

        return [.. outdated.Select(file => file.Key)];
    }

    private string Full => System.IO.Path.Combine(root, path);

    private string? Read(string name) =>
        System.IO.Path.Combine(Full, name) is var file && File.Exists(file) ? File.ReadAllText(file) : null;

    private static bool IsGenerated(string name) => name.EndsWith(Picture, StringComparison.Ordinal) || s_unpublished.Contains(name);

    /// <summary>A picture below charts/, however a page reaches it.</summary>
    [GeneratedRegex(@"\]\((\.\./)*(?<folder>[^)\s]+)/(?<name>[^/)\s]+\.svg)\)")]
    private static partial Regex Shown();
}
