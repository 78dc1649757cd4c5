using FileTransfer.Harness.Charts;
using FileTransfer.Harness.Charts.Sources;
using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Commands;

/// <summary>Draws the charts of a results file.</summary>
internal static class ChartCommand
{
    /// <exception cref="ResultsFileException">The results cannot be read.</exception>
    /// <exception cref="UsageException">The floor cannot be read, or the folder cannot be written.</exception>
    public static int Run(string results, string? folder, string? floor, TextWriter output)
    {
        RunResult run = ResultsFile.Load(results);
        IReadOnlyList<ReferenceLine> references = floor is null ? [] : [FloorFile.Read(floor)];
        string target = Path.GetFullPath(folder ?? (Directory.Exists(results) ? results : Path.GetDirectoryName(Path.GetFullPath(results))!));
        try
        {
            IReadOnlyList<string> paths = ChartCatalog.WriteAll(run, references, target);
            foreach (string path in paths)
            {
                output.WriteLine(path);
            }

            if (paths.Count == 0)
            {
                output.WriteLine("no charts: nothing was measured");
            }

            return ExitCode.Success;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"--output: {target} cannot be written: {exception.Message}");
        }
    }
}
