using FileTransfer.Harness.Errors;

namespace FileTransfer.Harness.Commands;

/// <summary>Where commands that read results write to: the folder that was named, or the one the results are in.</summary>
internal static class TargetFolder
{
    /// <summary>Calls <paramref name="write"/> with the full path of the folder, which may not exist yet.</summary>
    /// <param name="results">Path of a results file or of its folder.</param>
    /// <param name="named">What the user gave as <c>--output</c>, or null.</param>
    /// <param name="write">What writes.</param>
    /// <exception cref="UsageException">The folder cannot be written.</exception>
    public static void Write(string results, string? named, Action<string> write)
    {
        string target = Path.GetFullPath(named ?? (Directory.Exists(results) ? results : Path.GetDirectoryName(Path.GetFullPath(results))!));
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
