namespace FileTransfer.Harness.Comparing;

/// <summary>One case of a stored run, and the median of each of its launches.</summary>
/// <param name="Name">What it is, such as <c>send-file over tcp at 1M</c>, or a benchmark's full name.</param>
/// <param name="Kind">What it may be compared as.</param>
/// <param name="Medians">The median of every launch, in nanoseconds, in order.</param>
internal sealed record StoredCase(string Name, StoredKind Kind, IReadOnlyList<double> Medians);

/// <summary>What a stored case measures.</summary>
internal enum StoredKind
{
    /// <summary>The code that is compared.</summary>
    Code,

    /// <summary>The machine and the path: the harness alone, an empty round trip, a program that is not this one.</summary>
    Machine,
}
