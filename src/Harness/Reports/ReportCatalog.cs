using System.Text;
using FileTransfer.Harness.Errors;
using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Reports;

/// <summary>Every report there is. Adding one is one line here.</summary>
internal static class ReportCatalog
{
    public static IReadOnlyList<IReport> All { get; } = [new MarkdownReport(), new CsvReport(), new HtmlReport()];

    /// <summary>Writes all reports into a folder, which is made when it is missing, and returns the paths of the files.</summary>
    /// <exception cref="IOException">A file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be written.</exception>
    /// <exception cref="ReportException">A report could not be made; the others are written.</exception>
    public static IReadOnlyList<string> WriteAll(RunResult run, string folder) => WriteAll(All, run, folder);

    /// <summary>The same with given reports.</summary>
    internal static IReadOnlyList<string> WriteAll(IEnumerable<IReport> reports, RunResult run, string folder)
    {
        Directory.CreateDirectory(folder);
        List<string> paths = [];
        List<string> failures = [];
        foreach (IReport report in reports)
        {
            using StringWriter text = new();
            try
            {
                report.Write(run, text);
            }
            catch (ReportException exception)
            {
                // Whole but for a part of it, which it names itself.
                failures.Add(exception.Message);
            }
            catch (Exception exception)
            {
                // Whatever is wrong with one report, the others are good.
                failures.Add(ReportException.Describe(report.FileName, exception));
                continue;
            }

            string path = Path.Combine(folder, report.FileName);
            File.WriteAllText(path, text.ToString(), new UTF8Encoding(encoderShouldEmitUTF8Identifier: false));
            paths.Add(path);
        }

        ReportException.ThrowIfAny(failures, folder);
        return paths;
    }
}
