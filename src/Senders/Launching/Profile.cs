using FileTransfer.Strategies.Machine;

namespace FileTransfer.Senders.Launching;

/// <summary>How much time a run spends on each case.</summary>
/// <remarks>
/// Turns of one process are not independent. With a processor for each end two processes differ by more than twenty turns show, and on
/// one processor by less: docs/internals/calibration.md has the figures that numbers of rounds and cycles follow from.
/// </remarks>
internal sealed record Profile
{
    /// <summary>More than any transfer over a network allows within a lead-in; only what sends nothing is faster.</summary>
    private const int MostDropped = 1000;

    /// <summary>Name on the command line.</summary>
    public required string Name { get; init; }

    /// <summary>Purpose, for the help text.</summary>
    public required string Description { get; init; }

    /// <summary>Number of rounds, new sender processes per case, where nothing is raced.</summary>
    public required int Rounds { get; init; }

    /// <summary>How long strategies race, unless all is decided before; null for a profile that races nothing.</summary>
    public TimeSpan? Budget { get; init; }

    /// <summary>Difference that does not matter, as a share of the time.</summary>
    public double Margin { get; init; } = 0.1;

    /// <summary>Shortest warm-up of a launch.</summary>
    public required TimeSpan Warmup { get; init; }

    /// <summary>Longest warm-up of a launch; then it is recorded even without steady state.</summary>
    public required TimeSpan LongestWarmup { get; init; }

    /// <summary>Longest time that a launch waits before its warm-up until nothing is compiled any more.</summary>
    public TimeSpan LongestCompilation { get; init; } = TimeSpan.FromMilliseconds(500);

    /// <summary>True when a new sender makes a launch that does not count before it makes others.</summary>
    public bool Rehearses { get; init; } = true;

    /// <summary>Duration of the recorded part of a turn, from which the number of transfers follows; one transfer at least.</summary>
    public TimeSpan Turn { get; init; } = TimeSpan.FromMilliseconds(10);

    /// <summary>Duration of what is dropped at the start of a turn; one transfer at least.</summary>
    public TimeSpan LeadIn { get; init; } = TimeSpan.FromMilliseconds(3);

    /// <summary>Cycles in a round: turns of a launch.</summary>
    public required int Cycles { get; init; }

    /// <summary>Longest time the first launch of a case spends on estimating how many objects a transfer allocates.</summary>
    public TimeSpan Estimate { get; init; } = TimeSpan.FromSeconds(3);

    /// <summary>
    /// True to measure the baseline a second time, as an alarm: should it be told apart from itself, no verdict can be believed.
    /// </summary>
    public bool HasTwin { get; init; }

    /// <summary>All profiles, the default one being <see cref="Quick"/>.</summary>
    public static IReadOnlyList<Profile> All => [Smoke, Quick, Full];

    /// <summary>Checks that everything works; its numbers are provisional.</summary>
    public static Profile Smoke { get; } = new()
    {
        Name = "smoke",
        Description = "1 round of 3 cycles: shows that everything runs",
        Rounds = 1,
        Warmup = TimeSpan.FromMilliseconds(20),
        LongestWarmup = TimeSpan.FromMilliseconds(20),
        LongestCompilation = TimeSpan.Zero,
        Rehearses = false,
        Turn = TimeSpan.FromMilliseconds(5),
        Cycles = 3,
        Estimate = TimeSpan.FromMilliseconds(200),
    };

    /// <summary>An answer in little more than a minute.</summary>
    public static Profile Quick { get; } = new()
    {
        Name = "quick",
        Description = "up to 60 s of rounds of 8 cycles, what is within 10 % is as fast: an answer in little more than a minute",
        Rounds = 8,
        Budget = TimeSpan.FromSeconds(60),
        Warmup = TimeSpan.FromMilliseconds(10),
        LongestWarmup = TimeSpan.FromMilliseconds(30),
        LongestCompilation = TimeSpan.FromMilliseconds(300),
        LeadIn = TimeSpan.FromMilliseconds(2),
        Turn = TimeSpan.FromMilliseconds(8),
        Cycles = 8,
    };

    /// <summary>Figures to publish.</summary>
    public static Profile Full { get; } = new()
    {
        Name = "full",
        Description = "up to 5 minutes of rounds of 16 cycles, what is within 3 % is as fast: figures to publish",
        Rounds = 30,
        Budget = TimeSpan.FromMinutes(5),
        Margin = 0.03,
        HasTwin = true,
        Warmup = TimeSpan.FromMilliseconds(10),
        LongestWarmup = TimeSpan.FromMilliseconds(60),
        LongestCompilation = TimeSpan.FromSeconds(2),
        Cycles = 16,
    };

    /// <summary>Most transfers in the recorded part of a turn; null for as many as its duration allows.</summary>
    public int? MostTransfers { get; init; }

    /// <summary>What a new sender does before its first launch, so that all of its code is compiled then.</summary>
    /// <param name="turn">
    /// Longest duration of a turn; null where a transfer takes so long that what is compiled beside it hardly matters.
    /// </param>
    /// <remarks>
    /// The runtime optimises a method after so many calls, and once more after as many, by what it counted in it meanwhile: one turn for
    /// each, one in which the rest is compiled, and one more in which nothing should be.
    /// </remarks>
    public Profile ForRehearsal(TimeSpan? turn) => this with
    {
        LongestCompilation = TimeSpan.FromSeconds(2),
        Warmup = TimeSpan.FromMilliseconds(1),
        LongestWarmup = TimeSpan.FromMilliseconds(5),
        Turn = turn ?? TimeSpan.FromMilliseconds(1),
        MostTransfers = HotCode.Calls * 5 / 4,
        LeadIn = TimeSpan.Zero,
        Cycles = turn is null ? 2 : 4,
        Estimate = TimeSpan.Zero,
    };

    /// <summary>Transfers that are dropped at the start of a turn.</summary>
    /// <param name="pace">Time of a transfer, or of a round of concurrent transfers, in nanoseconds.</param>
    public int LeadInTransfers(double pace) => Math.Clamp((int)(LeadIn.TotalNanoseconds / Math.Max(1, pace)), 1, MostDropped);
}
