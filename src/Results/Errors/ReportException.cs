namespace FileTransfer.Results.Errors;

/// <summary>A report or chart could not be made, because of a defect of this program; all other files are complete.</summary>
internal sealed class ReportException(string message) : Exception(message)
{
    /// <summary>Describes the failure of one report or chart.</summary>
    internal static string Describe(string name, Exception exception) =>
        $"{name} cannot be made ({exception.GetType().Name}: {exception.Message.ReplaceLineEndings(" ")})";

    /// <summary>Throws when there are failures.</summary>
    internal static void ThrowIfAny(IReadOnlyCollection<string> failures, string folder)
    {
        if (failures.Count > 0)
        {
            throw new ReportException(
                $"{string.Join("; ", failures)}: a defect of this program. All other files are in {folder}; keep the results, report the "
                + "defect with them, and repeat the step with 'report' or 'chart'");
        }
    }
}
