using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Errors;
using FileTransfer.Results.Reports;

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

        RunResult run = StoredRun.Load(results);
        TargetFolder.Write(results, folder, target => Write(run, target, thin, output));
        return ExitCode.Success;
    }

    private static void Write(RunResult run, string target, bool thin, TextWriter output)
    {
        Directory.CreateDirectory(target);
        if (thin)
        {
            run = SampleThinning.Thin(run with { Warnings = RunWarnings.Of(run) });
            string path = Path.Combine(target, ResultsFile.CompressedFileName);
            ResultsFile.Save(run, path);
            output.WriteLine(path);
        }

        foreach (string path in ReportCatalog.WriteAll(run, target))
        {
            output.WriteLine(path);
        }
    }
}
