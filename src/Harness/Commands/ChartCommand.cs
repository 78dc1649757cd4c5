using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Charts;
using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Commands;

/// <summary>Draws the charts of a results file.</summary>
internal static class ChartCommand
{
    /// <exception cref="ResultsFileException">The results cannot be read.</exception>
    /// <exception cref="UsageException">The folder cannot be written.</exception>
    public static int Run(string results, string? folder, TextWriter output)
    {
        RunResult run = StoredRun.Load(results);
        TargetFolder.Write(results, folder, target =>
        {
            IReadOnlyList<string> paths = ChartCatalog.WriteAll(run, target);
            foreach (string path in paths)
            {
                output.WriteLine(path);
            }

            if (paths.Count == 0)
            {
                output.WriteLine(run.Environment.Emulation is { } imitation
                    ? $"no charts: {EmulationNote.Of(imitation)}"
                    : "no charts: nothing was measured");
            }
        });
        return ExitCode.Success;
    }
}
