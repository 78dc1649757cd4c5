
namespace FileTransfer.Results.Analysis;

/// <summary>Two neighbouring sizes between which the lead passes from some strategies to others.</summary>
internal sealed record Crossover
{
    /// <summary>What is compared.</summary>
    public required ComparedGroup Group { get; init; }

    /// <summary>The last size at which <see cref="From"/> leads, in bytes.</summary>
    public required long LowerBytes { get; init; }

    /// <summary>The first size at which <see cref="To"/> leads, in bytes.</summary>
    public required long UpperBytes { get; init; }

    /// <summary>Strategies, by id, that lead or share the lead up to the lower size.</summary>
    public required IReadOnlyList<string> From { get; init; }

    /// <summary>Strategies, by id, that lead or share the lead at the upper size.</summary>
    public required IReadOnlyList<string> To { get; init; }
}
