using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Statistics;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Rounds;

/// <summary>The results so far: what was measured in a run, saved at once, so that nothing is lost.</summary>
/// <remarks>
/// The cases of the first round are appended to a journal one by one; after each round results.json has the run so far. An
/// incomplete later round is discarded, because only complete rounds are comparable.
/// </remarks>
internal sealed class RunSoFar
{
    private readonly string _command;
    private readonly IReadOnlyDictionary<string, string> _options;
    private readonly Dictionary<(string Strategy, string Transport, string Size, string Placement), CaseSoFar> _cases;
    private readonly OrderedDictionary<(string Strategy, string Transport, long Bytes, string? Placement), Measurement> _now;
    private readonly DateTimeOffset _started = DateTimeOffset.UtcNow;
    private IReadOnlyList<Measurement> _complete;
    private MachineFacts? _sender;
    private string? _server;
    private string? _written;

    /// <param name="plan">The run.</param>
    /// <param name="command">The command line that repeats it.</param>
    /// <param name="options">Its effective options, by name.</param>
    public RunSoFar(RunPlan plan, string command, IReadOnlyDictionary<string, string> options)
    {
        (Plan, _command, _options) = (plan, command, options);
        _cases = plan.Available.ToDictionary(planned => planned.Key, planned => new CaseSoFar(planned));
        _complete = plan.Resumed?.Measurements ?? [];
        _now = new(_complete.Select(measurement => KeyValuePair.Create(KeyOf(measurement), measurement)));
        _sender = plan.Resumed?.Environment.Sender;
        Rounds = plan.FirstRound - 1;
        Races = plan is { IsRace: true, Resumed: { } resumed }
            ? Races.OnTheWay(resumed with { Run = resumed.Run with { Ends = EndsOf(plan) } })
            : null;
        foreach (CaseSoFar one in _cases.Values)
        {
            if (MeasurementOf(one) is { } earlier)
            {
                one.Resume(earlier);
            }
        }
    }

    public RunPlan Plan { get; }

    /// <summary>The environment of the run; null before it began.</summary>
    public RunEnvironment? Environment { get; private set; }

    /// <summary>Number of complete rounds.</summary>
    public int Rounds { get; private set; }

    /// <summary>The races at the last look; null before the first.</summary>
    public Races? Races { get; private set; }

    /// <summary>True before the first measurement.</summary>
    public bool IsEmpty => _now.Count == 0;

    /// <summary>True when something removed what was written, with or without its folder; it was written again.</summary>
    public bool WasRemoved { get; private set; }

    /// <summary>Every case that can run here, in the order of the plan.</summary>
    public IReadOnlyCollection<CaseSoFar> Cases => _cases.Values;

    /// <summary>All measurements so far, unsupported cases included.</summary>
    public IReadOnlyCollection<Measurement> Measurements => _now.Values;

    /// <summary>The case with a <see cref="PlannedCase.Key"/>.</summary>
    public CaseSoFar Of((string Strategy, string Transport, string Size, string Placement) key) => _cases[key];

    /// <summary>True once a launch of a case has failed: it is not measured again.</summary>
    public bool HasFailed(CaseSoFar one) => MeasurementOf(one) is { Outcome: not Outcome.Measured };

    /// <summary>The measurement of a case after its last launch; null before the first.</summary>
    public Measurement? MeasurementOf(CaseSoFar one) => _now.GetValueOrDefault(KeyOf(one.Planned));

    /// <summary>The baseline for a delivering measurement: the same size and transport; null when it was not measured.</summary>
    public Measurement? BaselineFor(Measurement measurement) =>
        Plan.Strategies.Any(strategy => strategy.Id == measurement.Strategy && strategy.Delivers)
            && Plan.Baseline is { } baseline
            && _now.GetValueOrDefault((baseline, measurement.Transport, measurement.SizeBytes, measurement.Placement))
                is { Outcome: Outcome.Measured } found
            ? found
            : null;

    /// <summary>Begins with the environment of the run, and with the cases that cannot run here.</summary>
    public void Begin(RunEnvironment environment)
    {
        if (Plan.Resumed is { } resumed)
        {
            Environment = resumed.Environment with { Warnings = [.. resumed.Environment.Warnings.Union(environment.Warnings)] };
            return;
        }

        Environment = environment;
        foreach (PlannedCase planned in Plan.Cases.Except(Plan.Available))
        {
            Add(MeasurementAssembler.Unsupported(planned, Plan.Sender.Wait, Plan.ObstacleTo(planned)));
        }
    }

    /// <summary>Checks the machine and process of a case's last sender: a case whose sender differs from the first one fails.</summary>
    public void NoteSender(CaseSoFar one)
    {
        if (one.Records.LastOrDefault() is not { Sender: { } sender } last)
        {
            return;
        }

        _server ??= last.Server;
        one.BreakDown(Plan.Server is null ? null : StartedAgain(_server, last.Server));
        if (_sender is null)
        {
            // The machine facts of the sender process, because the harness itself may run with other settings.
            _sender = sender;
            Environment = Environment! with { Sender = sender };
            return;
        }

        one.BreakDown(MachineDifference.First(_sender, sender) is { } difference
            ? $"{difference.Fact} changed during the run, from {difference.Before} to {difference.Now}; measure again"
            : null);
    }

    /// <summary>
    /// The reason why a launch is invalid when the server given by the user was restarted since the first launch; null when it was not,
    /// or when that is unknown.
    /// </summary>
    internal static string? StartedAgain(string? first, string? now) => now is null || now == first
        ? null
        : "the server was restarted during the run, so its launches are not comparable; measure again, with a server that keeps running";

    /// <summary>Adds the measurement of a case so far; in the first round it is saved at once.</summary>
    public void Add(Measurement measurement)
    {
        _now[KeyOf(measurement)] = measurement;
        if (Rounds == 0)
        {
            Journal(measurement);
        }
    }

    /// <summary>A round is complete: saves it, and looks at the race if it is time.</summary>
    public void Complete(int round)
    {
        Rounds = round;
        _complete = [.. _now.Values];
        RunResult result = Save(isLast: false);
        if (Plan.IsRace && InterimLooks.Rounds.Contains(round))
        {
            Races = Races.OnTheWay(result);
        }
    }

    /// <summary>Number of cases that deliver, and about which something is open; at least 1.</summary>
    public int Open => Math.Max(1, Cases.Count(one => one.Planned.Strategy.Delivers && !HasFailed(one) && Needs(one)));

    /// <summary>True when all questions of a race are answered.</summary>
    public bool IsOver => Races is { AreDecided: true };

    /// <summary>True when further rounds of a case would tell something.</summary>
    public bool Needs(CaseSoFar one) => Races is null || MeasurementOf(one) is not { } measurement || Races.Needs(measurement);

    /// <summary>What the doctor found after the last round.</summary>
    public void Examined(IReadOnlyList<Diagnosis> found)
    {
        if (Environment?.Doctor is { } doctor)
        {
            Environment = Environment with { Doctor = doctor with { After = found } };
        }
    }

    /// <summary>
    /// Saves the results so far: of all complete rounds, or of the measured cases of the first round; null when there are none.
    /// </summary>
    public RunResult? SaveResult() => Environment is null || (IsEmpty && Rounds == 0) ? null : Save(isLast: true);

    private static (string Strategy, string Transport, long Bytes, string? Placement) KeyOf(Measurement measurement) =>
        (measurement.Strategy, measurement.Transport, measurement.SizeBytes, measurement.Placement);

    private static (string Strategy, string Transport, long Bytes, string? Placement) KeyOf(PlannedCase planned) =>
        (planned.Strategy.Id, planned.Transport, planned.Payload.Payload.Length, planned.Placement.Name);

    private RunResult Save(bool isLast)
    {
        // A failure after the last complete round makes the whole case failed.
        Measurement[] measurements = Rounds == 0
            ? [.. _now.Values]
            : [.. _complete.Select(complete => _now[KeyOf(complete)] is { Outcome: Outcome.Failed } failed ? failed : complete)];
        RunResult result = Describe(measurements, partial: Rounds == 0);
        result = result with { Measurements = MeasurementOrder.Sort(result.Measurements, result.Run) };
        // Only at the end: warnings are computed from every sample, which would delay the next round.
        result = isLast
            ? result with { Warnings = RunWarnings.Of(result), Spreads = Spreads.Of(result) is { Count: > 0 } spreads ? spreads : null }
            : result;
        NoticeRemoval();
        string saved = Path.Combine(Plan.Folder, ResultsFile.FileName);
        ResultsFile.Save(result, saved);
        _written = saved;
        File.Delete(Path.Combine(Plan.Folder, ResultsJournal.FileName));
        return result;
    }

    /// <summary>Numbers of rounds after which a run had ended before it was resumed.</summary>
    private static IReadOnlyList<int> EndsOf(RunPlan plan) =>
        plan.Resumed is { Run: var earlier } ? [.. earlier.Ends, earlier.Rounds!.Value] : [];

    private void Journal(Measurement measurement)
    {
        // Written between launches, when no sender is running.
        NoticeRemoval();
        try
        {
            Append();
        }
        catch (DirectoryNotFoundException)
        {
            // Removed just now, or before anything was written.
            WasRemoved = true;
            Directory.CreateDirectory(Plan.Folder);
            Append();
        }

        void Append()
        {
            string journal = Path.Combine(Plan.Folder, ResultsJournal.FileName);
            ResultsJournal.Append(Describe(File.Exists(journal) ? [measurement] : [.. _now.Values], partial: true), journal);
            _written = journal;
        }
    }

    private void NoticeRemoval()
    {
        if (_written is not null && !File.Exists(_written))
        {
            WasRemoved = true;
            Directory.CreateDirectory(Plan.Folder);
        }
    }

    private RunResult Describe(IReadOnlyList<Measurement> measurements, bool partial) => new()
    {
        Run = new RunInfo
        {
            Id = Path.GetFileName(Plan.Folder),
            StartedUtc = Plan.Resumed?.Run.StartedUtc ?? _started,
            DurationSeconds = Math.Round(
                (Plan.Resumed?.Run.DurationSeconds ?? 0) + (DateTimeOffset.UtcNow - _started).TotalSeconds, 1),
            Command = _command,
            Scenario = Plan.Scenario.Name,
            Profile = Plan.Profile.Name,
            Rounds = Rounds,
            Partial = partial,
            Baseline = Plan.Baseline,
            Contenders = Plan.Scenario.Contenders,
            OrderSeed = Plan.OrderSeed,
            Margin = Plan.Margin,
            IsRace = Plan.IsRace,
            Twin = Plan.Twin,
            Ends = EndsOf(Plan),
            Options = _options,
        },
        Environment = Environment!,
        Measurements = measurements,
    };
}
