namespace FileTransfer.Results;

/// <summary>What one check of the doctor found.</summary>
internal sealed record Diagnosis
{
    /// <summary>Group of the check, such as "processor".</summary>
    public required string Group { get; init; }

    /// <summary>Name of the check, such as "steal": a stable key.</summary>
    public required string Check { get; init; }

    /// <summary>How much this spoils a measurement.</summary>
    public required Severity Severity { get; init; }

    /// <summary>What was found, with the values.</summary>
    public required string Text { get; init; }

    /// <summary>What it costs on this machine, where that could be tried; otherwise null.</summary>
    public string? Cost { get; init; }

    /// <summary>The command or action that changes it; null when there is none, or nothing needs to change.</summary>
    public string? Remedy { get; init; }
}
