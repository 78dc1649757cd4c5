namespace FileTransfer.Harness.Measuring;

/// <summary>How much time a run spends on each case.</summary>
/// <remarks>
/// Transfers of one process are not independent, and two processes differ more than two minutes of one: time goes into
/// launches first.
/// </remarks>
public sealed record Profile
{
    /// <summary>Name on the command line.</summary>
    public required string Name { get; init; }

    /// <summary>What it is for.</summary>
    public required string Description { get; init; }

    /// <summary>Fresh sender processes per case.</summary>
    public required int Launches { get; init; }

    /// <summary>Time each launch spends on transfers that are not recorded.</summary>
    public required TimeSpan Warmup { get; init; }

    /// <summary>Time one iteration should take; the number of transfers in it follows.</summary>
    public required TimeSpan Iteration { get; init; }

    /// <summary>Recorded iterations per launch.</summary>
    public required int Iterations { get; init; }

    /// <summary>Longest time the first launch of a case spends on estimating how many objects a transfer allocates.</summary>
    public TimeSpan Estimate { get; init; } = TimeSpan.FromSeconds(3);

    /// <summary>All profiles, the default one being <see cref="Quick"/>.</summary>
    public static IReadOnlyList<Profile> All => [Smoke, Quick, Full];

    /// <summary>Shows that everything runs; its numbers are provisional.</summary>
    public static Profile Smoke { get; } = new()
    {
        Name = "smoke",
        Description = "1 launch, a few milliseconds: shows that everything runs",
        Launches = 1,
        Warmup = TimeSpan.FromMilliseconds(20),
        Iteration = TimeSpan.FromMilliseconds(5),
        Iterations = 3,
        Estimate = TimeSpan.FromMilliseconds(200),
    };

    /// <summary>An answer within two minutes.</summary>
    public static Profile Quick { get; } = new()
    {
        Name = "quick",
        Description = "5 short launches: an answer within two minutes",
        Launches = 5,
        // BenchmarkDotNet's own pilot stage comes on top, about as long again.
        Warmup = TimeSpan.FromMilliseconds(50),
        Iteration = TimeSpan.FromMilliseconds(15),
        Iterations = 8,
    };

    /// <summary>Figures to publish.</summary>
    public static Profile Full { get; } = new()
    {
        Name = "full",
        Description = "15 launches: figures to publish",
        Launches = 15,
        Warmup = TimeSpan.FromMilliseconds(400),
        Iteration = TimeSpan.FromMilliseconds(50),
        Iterations = 15,
    };
}
