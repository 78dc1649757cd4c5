using System.Globalization;
using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Rounds;

/// <summary>The folder of a run.</summary>
internal static class RunFolder
{
    /// <summary>
    /// Creates <c>&lt;parent&gt;/&lt;time&gt;-&lt;scenario&gt;</c>, and checks that it can be written before anything is
    /// measured.
    /// </summary>
    /// <exception cref="UsageException">It cannot be created or written.</exception>
    public static string Create(string parent, string scenario, DateTimeOffset now)
    {
        string name = string.Create(CultureInfo.InvariantCulture, $"{now.UtcDateTime:yyyyMMdd-HHmmss}-{scenario}");
        try
        {
            string folder = Path.GetFullPath(Path.Combine(parent, name));
            for (int again = 2; Directory.Exists(folder); again++)
            {
                folder = Path.GetFullPath(Path.Combine(parent, string.Create(CultureInfo.InvariantCulture, $"{name}-{again}")));
            }

            Directory.CreateDirectory(folder);
            string probe = Path.Combine(folder, "probe");
            File.WriteAllText(probe, "");
            File.Delete(probe);
            return folder;
        }
        catch (Exception exception)
            when (exception is IOException or UnauthorizedAccessException or NotSupportedException or ArgumentException)
        {
            throw new UsageException($"--output: {parent} cannot be written: {exception.Message}");
        }
    }

    /// <summary>Removes the folder of a run that measured nothing; one that is resumed has results.</summary>
    public static void RemoveIfNew(RunPlan plan)
    {
        if (plan.Resumed is null)
        {
            Directory.Delete(plan.Folder, recursive: true);
        }
    }
}
