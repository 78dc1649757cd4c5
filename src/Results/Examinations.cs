namespace FileTransfer.Results;

/// <summary>What the doctor found about the sender's machine before and after a run; in between, each launch has its disturbance.</summary>
/// <param name="Before">One diagnosis per check, before the first launch.</param>
/// <param name="After">The same after the last launch; null for a run of one round, or one that was cut short.</param>
internal sealed record Examinations(IReadOnlyList<Diagnosis> Before, IReadOnlyList<Diagnosis>? After);
