namespace FileTransfer.Harness.Results;

/// <summary>How measuring a configuration ended. Only a measured one has numbers.</summary>
internal enum Outcome
{
    /// <summary>Every transfer was a proven delivery.</summary>
    Measured,

    /// <summary>The strategy cannot run here.</summary>
    Unsupported,

    /// <summary>At least one transfer was not a proven delivery, or measuring broke down.</summary>
    Failed,
}
