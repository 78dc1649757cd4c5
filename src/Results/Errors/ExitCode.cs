namespace FileTransfer.Results.Errors;

/// <summary>Exit codes of the program.</summary>
internal static class ExitCode
{
    /// <summary>All requested measurements were made. Unsupported strategies are reported and are not failures.</summary>
    public const int Success = 0;

    /// <summary>A measurement failed, a comparison found a regression, or a threshold of a load is crossed.</summary>
    public const int Failed = 1;

    /// <summary>Bad usage.</summary>
    public const int Usage = 2;

    /// <summary>A comparison found nothing worse, and could not tell everything.</summary>
    public const int Inconclusive = 3;

    /// <summary>Interrupted; results so far are kept and marked partial.</summary>
    public const int Interrupted = 130;
}
