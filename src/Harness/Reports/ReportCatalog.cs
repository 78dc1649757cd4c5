using System.Text;
using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Reports;

/// <summary>Every report there is. Adding one is one line here.</summary>
public static class ReportCatalog
{
    /// <summary>All reports.</summary>
    public static IReadOnlyList<IReport> All { get; } = [new MarkdownReport(), new CsvReport(), new HtmlReport()];

    /// <summary>Writes all reports into a folder, which is made when it is missing, and returns the paths of the files.</summary>
    /// <exception cref="IOException">A file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be written.</exception>
    public static IReadOnlyList<string> WriteAll(RunResult run, string folder)
    {
        Directory.CreateDirectory(folder);
        List<string> paths = [];
        foreach (IReport report in All)
        {
            string path = Path.Combine(folder, report.FileName);
            using StreamWriter writer = new(path, append: false, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false));
            report.Write(run, writer);
            paths.Add(path);
        }

        return paths;
    }
}
