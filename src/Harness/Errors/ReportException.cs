namespace FileTransfer.Harness.Errors;

/// <summary>A report or chart could not be made, which is a defect of this program; everything else that was to be made is there.</summary>
internal sealed class ReportException(string message) : Exception(message)
{
    /// <summary>What became of one report or chart, in a sentence.</summary>
    internal static string Describe(string name, Exception exception) => $"{name} cannot be made ({exception.GetType().Name}: {exception.Message.ReplaceLineEndings(" ")})";

    /// <summary>Throws when something could not be made.</summary>
    internal static void ThrowIfAny(IReadOnlyCollection<string> failures, string folder)
    {
        if (failures.Count > 0)
        {
            throw new ReportException($"{string.Join("; ", failures)}: a defect of this program. The rest is in {folder}; keep the results, report the defect with them, and make it again with 'report' or 'chart'");
        }
    }
}
