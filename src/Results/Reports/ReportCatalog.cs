using System.Text;
using FileTransfer.Results.Errors;

namespace FileTransfer.Results.Reports;

/// <summary>The list of all reports. A new report needs one line here.</summary>
internal static class ReportCatalog
{
    public static IReadOnlyList<IReport> All { get; } = [new MarkdownReport(), new CsvReport(), new HtmlReport()];

    /// <summary>Writes all reports into a folder, creates the folder if it is missing, and returns the paths of the files.</summary>
    /// <exception cref="IOException">A file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be written.</exception>
    /// <exception cref="ReportException">A report could not be written; the others are written.</exception>
    public static IReadOnlyList<string> WriteAll(RunResult run, string folder) => WriteAll(All, run, folder);

    /// <summary>Writes the given reports instead of all.</summary>
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
                // The report is complete except for a part that it names itself.
                failures.Add(exception.Message);
            }
            catch (Exception exception)
            {
                // A defect in one report must not prevent the others.
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
