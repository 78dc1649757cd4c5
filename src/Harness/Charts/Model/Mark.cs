namespace FileTransfer.Harness.Charts.Model;

/// <summary>Something drawn in a plot, in the values of its axes.</summary>
internal abstract record Mark
{
    /// <summary>What it stands for, with values and units: a pointer and a screen reader are told it.</summary>
    public required string Tip { get; init; }
}
