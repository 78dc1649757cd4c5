using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Commands;

/// <summary>Output folder of commands that read results: the given folder, or the folder of the results.</summary>
internal static class TargetFolder
{
    /// <summary>Calls <paramref name="write"/> with the full path of the folder, which may not exist yet.</summary>
    /// <param name="results">Path of a results file or of its folder.</param>
    /// <param name="named">Value of <c>--output</c>, or null.</param>
    /// <param name="write">Writes the files.</param>
    /// <exception cref="UsageException">The folder cannot be written.</exception>
    public static void Write(string results, string? named, Action<string> write)
    {
        string target = Path.GetFullPath(named
            ?? (Directory.Exists(results) ? results : Path.GetDirectoryName(Path.GetFullPath(results))!));
        try
        {
            write(target);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"--output: {target} cannot be written: {exception.Message}");
        }
    }
}
