using FileTransfer.Harness.Reports;
using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Commands;

/// <summary>Writes the reports of a results file again.</summary>
internal static class ReportCommand
{
    /// <exception cref="ResultsFileException">The results cannot be read.</exception>
    /// <exception cref="UsageException">The folder cannot be written.</exception>
    public static int Run(string results, string? folder, bool thin, TextWriter output)
    {
        if (thin && folder is null)
        {
            throw new UsageException("--thin needs --output: it would overwrite the samples it thins");
        }

        RunResult run = ResultsFile.Load(results);
        string target = Path.GetFullPath(folder ?? (Directory.Exists(results) ? results : Path.GetDirectoryName(Path.GetFullPath(results))!));
        try
        {
            Directory.CreateDirectory(target);
            if (thin)
            {
                run = SampleThinning.Thin(run);
                string path = Path.Combine(target, ResultsFile.FileName);
                ResultsFile.Save(run, path);
                output.WriteLine(path);
            }

            foreach (string path in ReportCatalog.WriteAll(run, target))
            {
                output.WriteLine(path);
            }

            return ExitCode.Success;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"--output: {target} cannot be written: {exception.Message}");
        }
    }
}
