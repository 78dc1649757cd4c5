namespace FileTransfer.Results;

/// <summary>Outcome of measuring a case. Only a measured case has numbers.</summary>
internal enum Outcome
{
    /// <summary>Every transfer was a proven delivery.</summary>
    Measured,

    /// <summary>The strategy cannot run here.</summary>
    Unsupported,

    /// <summary>At least one transfer was not a proven delivery, or the measurement broke down.</summary>
    Failed,
}
