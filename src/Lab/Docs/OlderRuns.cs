using FileTransfer.Results.Errors;

namespace FileTransfer.Lab.Docs;

/// <summary>Published runs that are older than a change of what they measure, and what changed: their pages say so.</summary>
internal static class OlderRuns
{
    /// <summary>The list, relative to the root: the folder of a run below charts/, a tab, and what has changed since.</summary>
    public const string List = "charts/older.txt";

    /// <summary>What has changed since a run, as a sentence; null for a run that is as new as what it measures.</summary>
    /// <param name="root">The folder that README.md is in.</param>
    /// <param name="folder">The folder of the run, relative to the root.</param>
    /// <exception cref="UsageException">A line of the list is no run, tab and sentence.</exception>
    public static string? NoteOf(string root, string folder)
    {
        string file = Path.Combine(root, List);
        foreach (string line in File.Exists(file) ? File.ReadLines(file).Where(line => !line.StartsWith('#')) : [])
        {
            if (line.Split('\t') is not [var run, { Length: > 0 } sentence])
            {
                throw new UsageException($"{List}: '{line}' is no run, tab and sentence");
            }

            if ($"charts/{run}" == folder)
            {
                return sentence;
            }
        }

        return null;
    }
}
