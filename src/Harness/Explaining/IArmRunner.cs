using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Explaining;

/// <summary>Measures arms that take turns.</summary>
internal interface IArmRunner
{
    /// <summary>Measures a round: new processes for every arm, which take turns.</summary>
    /// <param name="number">Number of the round, from 1; no two have the same.</param>
    /// <param name="arms">The arms.</param>
    /// <param name="cancellationToken">Cancels; what the round has measured is not valid then.</param>
    /// <returns>The launches, and why an arm could not be measured, by its name.</returns>
    Task<ArmRound> MeasureAsync(int number, IReadOnlyList<Arm> arms, CancellationToken cancellationToken);

    /// <summary>Looks at how long a transfer takes, and makes the launches of all rounds fit into a time.</summary>
    /// <param name="arm">The case as it is. When it fails it fails once more in the first round, which says why.</param>
    /// <param name="mostPerLaunch">Longest time of a launch; one that has to be longer has as few turns as possible.</param>
    /// <param name="cancellationToken">Cancels.</param>
    Task FitAsync(Arm arm, TimeSpan mostPerLaunch, CancellationToken cancellationToken);

    /// <summary>Measures a round of an arm alone while events of the kernel are traced; no figure is from it.</summary>
    /// <returns>What was traced, or why nothing was.</returns>
    Task<TracedPass> TraceAsync(int number, Arm arm, CancellationToken cancellationToken);
}

/// <summary>A round in which events of the kernel were traced.</summary>
/// <param name="WhyNot">Why nothing was traced; null when something was.</param>
internal sealed record TracedPass(string? WhyNot)
{
    /// <summary>The launch; null when nothing was traced.</summary>
    public ObservedLaunch? Launch { get; init; }

    /// <summary>The events in order.</summary>
    public IReadOnlyList<KernelEvent> Events { get; init; } = [];

    /// <summary>Threads of both ends.</summary>
    public EndThreads Threads { get; init; } = new([], []);
}

/// <summary>Threads of both ends.</summary>
internal sealed record EndThreads(IReadOnlyList<int> Sender, IReadOnlyList<int> Receiver);

/// <summary>What a round has measured.</summary>
/// <param name="Launches">A launch for each arm that was measured.</param>
/// <param name="Failures">Why the others were not, by name of the arm.</param>
internal sealed record ArmRound(IReadOnlyList<ObservedLaunch> Launches, IReadOnlyDictionary<string, string> Failures)
{
    /// <summary>Threads of both ends of each arm, by its name, where they are on this machine.</summary>
    public IReadOnlyDictionary<string, EndThreads> Threads { get; init; } = new Dictionary<string, EndThreads>();
}
