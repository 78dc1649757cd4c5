namespace FileTransfer.Harness.Launching;

/// <summary>How much time a run spends on each case.</summary>
/// <remarks>
/// Transfers of one process are not independent, and two processes differ more than two minutes of one process do. Time is
/// therefore spent on rounds first: each round measures every case once, in a new process.
/// </remarks>
internal sealed record Profile
{
    /// <summary>Name on the command line.</summary>
    public required string Name { get; init; }

    /// <summary>Purpose, for the help text.</summary>
    public required string Description { get; init; }

    /// <summary>Number of rounds: new sender processes per case.</summary>
    public required int Rounds { get; init; }

    /// <summary>Shortest warm-up of a launch.</summary>
    public required TimeSpan Warmup { get; init; }

    /// <summary>Longest warm-up of a launch; then it is recorded even without steady state.</summary>
    public required TimeSpan LongestWarmup { get; init; }

    /// <summary>Target duration of an iteration, from which the number of transfers follows.</summary>
    public required TimeSpan Iteration { get; init; }

    /// <summary>Recorded iterations per launch.</summary>
    public required int Iterations { get; init; }

    /// <summary>Longest time the first launch of a case spends on estimating how many objects a transfer allocates.</summary>
    public TimeSpan Estimate { get; init; } = TimeSpan.FromSeconds(3);

    /// <summary>All profiles, the default one being <see cref="Quick"/>.</summary>
    public static IReadOnlyList<Profile> All => [Smoke, Quick, Full];

    /// <summary>Checks that everything works; its numbers are provisional.</summary>
    public static Profile Smoke { get; } = new()
    {
        Name = "smoke",
        Description = "1 round, a few milliseconds a launch: shows that everything runs",
        Rounds = 1,
        Warmup = TimeSpan.FromMilliseconds(20),
        LongestWarmup = TimeSpan.FromMilliseconds(20),
        Iteration = TimeSpan.FromMilliseconds(5),
        Iterations = 3,
        Estimate = TimeSpan.FromMilliseconds(200),
    };

    /// <summary>An answer within two minutes.</summary>
    public static Profile Quick { get; } = new()
    {
        Name = "quick",
        Description = "10 rounds of short launches: an answer within two minutes",
        Rounds = 10,
        // The runtime starts to recompile hot methods after 100 ms; the checks before take a part of them.
        Warmup = TimeSpan.FromMilliseconds(90),
        LongestWarmup = TimeSpan.FromMilliseconds(130),
        Iteration = TimeSpan.FromMilliseconds(12),
        Iterations = 5,
    };

    /// <summary>Figures to publish.</summary>
    public static Profile Full { get; } = new()
    {
        Name = "full",
        Description = "30 rounds: figures to publish",
        Rounds = 30,
        Warmup = TimeSpan.FromMilliseconds(400),
        LongestWarmup = TimeSpan.FromSeconds(4),
        Iteration = TimeSpan.FromMilliseconds(50),
        Iterations = 15,
    };
}
