namespace FileTransfer.Results.Explaining;

/// <summary>Why transfers of a case are sometimes slow: the content of explain.json, and what its reports render.</summary>
internal sealed record Explanation
{
    /// <summary>Name and version of the format.</summary>
    public const string CurrentSchema = "filetransfer-explain/1";

    /// <summary>Name and version of the format of this file.</summary>
    public string Schema { get; init; } = CurrentSchema;

    /// <summary>When it was begun.</summary>
    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>The command line that repeats it.</summary>
    public required string Command { get; init; }

    /// <summary>What was explained.</summary>
    public required ExplainedCase Case { get; init; }

    /// <summary>Machine and system of the sender.</summary>
    public required string Machine { get; init; }

    /// <summary>The answer in a few sentences; the first is the first line of the output.</summary>
    public required IReadOnlyList<string> Answer { get; init; }

    /// <summary>How times vary; null when nothing was measured.</summary>
    public TimeShape? Shape { get; init; }

    /// <summary>Parts of the variance of ln time.</summary>
    public IReadOnlyList<VariancePart> Decomposition { get => field ?? []; init; } = [];

    /// <summary>What makes it slow, the biggest first.</summary>
    public IReadOnlyList<FoundCause> Causes { get => field ?? []; init; } = [];

    /// <summary>Share of the slowness that no cause explains; null without a cause.</summary>
    public double? Unexplained { get; init; }

    /// <summary>Causes that were ruled out, with the most that they can be.</summary>
    public IReadOnlyList<RuledOut> RuledOut { get => field ?? []; init; } = [];

    /// <summary>Causes that could not be tried, each with its reason.</summary>
    public IReadOnlyList<NotTried> NotTried { get => field ?? []; init; } = [];

    /// <summary>Causes that are settings of the case, and could not be tried, by id.</summary>
    public IReadOnlyList<string> Untested { get => field ?? []; init; } = [];

    /// <summary>Everything that was tried.</summary>
    public IReadOnlyList<ArmEffect> Effects { get => field ?? []; init; } = [];

    /// <summary>The slowest transfers, with what happened around them.</summary>
    public IReadOnlyList<SlowTransfer> Slowest { get => field ?? []; init; } = [];

    /// <summary>Transfers of the case as it is in order, thinned, for the timeline.</summary>
    public IReadOnlyList<TimelinePoint> Timeline { get => field ?? []; init; } = [];

    /// <summary>Rounds of each phase.</summary>
    public required ExplainRounds Rounds { get; init; }

    /// <summary>Time that it took, in seconds; null for a stored run.</summary>
    public double? Seconds { get; init; }

    /// <summary>What a reader has to know: where tracing is not possible, what failed.</summary>
    public IReadOnlyList<string> Notes { get => field ?? []; init; } = [];

    /// <summary>True when it was broken off.</summary>
    public bool IsPartial { get; init; }
}

/// <summary>The case that was explained.</summary>
/// <param name="Strategy">Strategy by id.</param>
/// <param name="Transport">Transport by name.</param>
/// <param name="SizeBytes">Length of the payload, in bytes.</param>
/// <param name="Placement">Where both ends run, by name.</param>
internal sealed record ExplainedCase(string Strategy, string Transport, long SizeBytes, string? Placement);

/// <summary>Rounds of each phase.</summary>
internal sealed record ExplainRounds(int Describe, int Screen, int Confirm);

/// <summary>A cause that was found.</summary>
internal sealed record FoundCause
{
    /// <summary>Its id.</summary>
    public required string Cause { get; init; }

    /// <summary>What it is, in words.</summary>
    public required string Words { get; init; }

    /// <summary>Its share of the slowness, from 0 to 1.</summary>
    public required double Share { get; init; }

    /// <summary>Lower end of the interval of the share.</summary>
    public required double Low { get; init; }

    /// <summary>Upper end of the interval of the share.</summary>
    public required double High { get; init; }

    /// <summary><c>causal</c> or <c>goes-with</c>.</summary>
    public required string Claim { get; init; }

    /// <summary>Why it is not causal; null when it is.</summary>
    public string? WhyNotCausal { get; init; }

    /// <summary>Its effects: without it, and with a stronger dose.</summary>
    public IReadOnlyList<ArmEffect> Effects { get => field ?? []; init; } = [];

    /// <summary>What to do about it.</summary>
    public required string Advice { get; init; }
}

/// <summary>A cause that was ruled out.</summary>
/// <param name="Cause">Its id.</param>
/// <param name="Most">The most of the time that it can cost, as a share; null when it is not there at all.</param>
/// <param name="Reason">Why.</param>
internal sealed record RuledOut(string Cause, double? Most, string Reason);

/// <summary>A cause that could not be tried.</summary>
/// <param name="Cause">Its id.</param>
/// <param name="Reason">Why not.</param>
internal sealed record NotTried(string Cause, string Reason);

/// <summary>A slow transfer.</summary>
/// <param name="Round">Its round.</param>
/// <param name="Turn">Its turn, from 1.</param>
/// <param name="Transfer">Its number within the launch, from 1.</param>
/// <param name="Nanoseconds">Its time.</param>
/// <param name="Happened">What was counted around it.</param>
internal sealed record SlowTransfer(int Round, int Turn, int Transfer, long Nanoseconds, IReadOnlyList<string> Happened);

/// <summary>A transfer on the timeline.</summary>
/// <param name="Round">Its round.</param>
/// <param name="Position">Its place among all transfers of the round, from 0 to 1.</param>
/// <param name="Nanoseconds">Its time.</param>
/// <param name="State">Cause that its state shows, by id; null for none.</param>
internal sealed record TimelinePoint(int Round, double Position, long Nanoseconds, string? State);
