using System.Globalization;
using FileTransfer.Harness.Rounds;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Commands;

/// <summary>Prints the progress of a run and saves every measurement immediately, so that none is lost.</summary>
/// <remarks>
/// The cases of the first round are appended to a journal one by one; after each round results.json has the run so far. An
/// incomplete later round is discarded, because only complete rounds are comparable.
/// </remarks>
internal sealed class RunRecorder(RunPlan plan, string command, IReadOnlyDictionary<string, string> options, TextWriter output)
    : IMeasurementObserver
{
    private readonly List<Measurement> _first = [];
    private readonly Dictionary<(string Strategy, string Transport, long Size), Measurement> _failed = [];
    private readonly DateTimeOffset _started = DateTimeOffset.UtcNow;
    private readonly RunInfo? _resumed = plan.Resumed?.Run;
    private readonly int _widest = plan.Available.Select(planned => NameIn(plan, planned).Length).DefaultIfEmpty(0).Max();
    private DateTimeOffset _firstLaunch;
    private DateTimeOffset _roundStarted;
    private RunEnvironment? _environment;
    private IReadOnlyList<Measurement> _complete = plan.Resumed?.Measurements ?? [];
    private int _rounds = plan.FirstRound - 1;
    private string? _written;

    /// <summary>Number of complete rounds.</summary>
    public int Rounds => _rounds;

    /// <summary>True when something removed what was written, with or without its folder; it was written again.</summary>
    public bool WasRemoved { get; private set; }

    public void Started(RunEnvironment environment)
    {
        _environment = plan.Resumed is { } resumed
            ? resumed.Environment with { Warnings = [.. resumed.Environment.Warnings.Union(environment.Warnings)] }
            : environment;
        foreach (string warning in environment.Warnings)
        {
            output.WriteLine($"warning: {warning}");
        }

        int rounds = plan.Rounds - _rounds;
        string kept = _rounds > 0 ? $", after the {Rounded(_rounds)} there are" : "";
        output.WriteLine(
            $"{(plan.Budget is { } budget ? $"rounds for {Minutes(budget)}" : Rounded(rounds))}{kept}, "
            + $"{plan.Available.Count} launches in the first; about {Minutes(plan.Budget ?? plan.RoundEstimate * rounds)}");
    }

    public void Sent(MachineFacts sender)
    {
        // The machine facts of the sender process, because the harness itself may run with other settings.
        if (_environment is not null)
        {
            _environment = _environment with { Sender = sender };
        }
    }

    public void Starting(PlannedCase planned, int round, int position, int total)
    {
        DateTimeOffset now = DateTimeOffset.UtcNow;
        _roundStarted = position == 1 ? now : _roundStarted;
        _firstLaunch = (round, position) == (plan.FirstRound, 1) ? now : _firstLaunch;
        if (round == 1)
        {
            output.Write(string.Create(
                CultureInfo.InvariantCulture,
                $"[{position,3}/{total}] {planned.Payload.Label,5} {Name(planned).PadRight(_widest)}"));
            output.Flush();
        }
    }

    public void Finished(Measurement measurement, int round)
    {
        string result = measurement.Statistics is { } statistics
            ? $"p50 {new Nanoseconds(statistics.P50)}"
            : $"FAILED: {measurement.Reason}";
        if (measurement.Outcome == Outcome.Failed)
        {
            _failed[(measurement.Strategy, measurement.Transport, measurement.SizeBytes)] = measurement;
        }

        if (round == 1)
        {
            Keep(measurement, result);
        }
        else if (measurement.Outcome == Outcome.Failed)
        {
            output.WriteLine(
                $"{measurement.Strategy} over {measurement.Transport}, "
                + $"{new Strategies.Contracts.ByteSize(measurement.SizeBytes)}: {result}");
        }
    }

    public void Completed(int round, IReadOnlyList<Measurement> measurements)
    {
        _rounds = round;
        _complete = measurements;
        Save(partial: false);
        DateTimeOffset now = DateTimeOffset.UtcNow;
        TimeSpan left = plan.Budget is { } budget
            ? budget - (now - _started)
            : (now - _firstLaunch) / (round - plan.FirstRound + 1) * (plan.Rounds - round);
        string rest = left > TimeSpan.Zero ? $"  (about {Minutes(left)} left)" : "";
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"round {round}{(plan.Budget is null ? $" of {plan.Rounds}" : "")}: {(now - _roundStarted).TotalSeconds:0.0} s{rest}"));
    }

    public void Examined(IReadOnlyList<Diagnosis> found)
    {
        if (_environment?.Doctor is { } doctor)
        {
            _environment = _environment with { Doctor = doctor with { After = found } };
        }
    }

    /// <summary>
    /// The results so far: of all complete rounds, or of the measured cases of the first round; null when there are none.
    /// </summary>
    public RunResult? Result() =>
        _rounds > 0 ? Save(partial: false, isLast: true) : _first.Count > 0 ? Save(partial: true, isLast: true) : null;

    private static string Minutes(TimeSpan time) =>
        string.Create(CultureInfo.InvariantCulture, $"{(int)time.TotalMinutes}:{time.Seconds:00}");

    private static string Rounded(int rounds) => rounds == 1 ? "1 round" : string.Create(CultureInfo.InvariantCulture, $"{rounds} rounds");

    private void Keep(Measurement measurement, string result)
    {
        _first.Add(measurement);
        if (measurement.Outcome != Outcome.Unsupported)
        {
            output.WriteLine($"  {result}");
        }

        // Written between launches, when no sender is running.
        string journal = Path.Combine(plan.Folder, ResultsJournal.FileName);
        NoticeRemoval();
        try
        {
            Append();
        }
        catch (DirectoryNotFoundException)
        {
            // Removed just now, or before anything was written.
            WasRemoved = true;
            Directory.CreateDirectory(plan.Folder);
            Append();
        }

        void Append()
        {
            if (Describe(File.Exists(journal) ? [measurement] : [.. _first], partial: true) is { } part)
            {
                ResultsJournal.Append(part, journal);
                _written = journal;
            }
        }
    }

    private void NoticeRemoval()
    {
        if (_written is not null && !File.Exists(_written))
        {
            WasRemoved = true;
            Directory.CreateDirectory(plan.Folder);
        }
    }

    private string Name(PlannedCase planned) => NameIn(plan, planned);

    private static string NameIn(RunPlan plan, PlannedCase planned) =>
        plan.Transports.Count == 1 || !planned.Strategy.Delivers ? planned.Strategy.Id : $"{planned.Strategy.Id} over {planned.Transport}";

    private RunResult? Save(bool partial, bool isLast = false)
    {
        // A failure after the last complete round makes the whole case failed.
        IEnumerable<Measurement> measurements = (_rounds > 0 ? _complete : _first)
            .Select(measurement =>
                _failed.GetValueOrDefault((measurement.Strategy, measurement.Transport, measurement.SizeBytes), measurement));
        RunResult? result = Describe([.. measurements], partial);
        if (result is not null)
        {
            result = result with { Measurements = MeasurementOrder.Sort(result.Measurements, result.Run) };
            // Only at the end: warnings are computed from every sample, which would delay the next round.
            result = isLast ? result with { Warnings = RunWarnings.Of(result) } : result;
            NoticeRemoval();
            string saved = Path.Combine(plan.Folder, ResultsFile.FileName);
            ResultsFile.Save(result, saved);
            _written = saved;
            File.Delete(Path.Combine(plan.Folder, ResultsJournal.FileName));
        }

        return result;
    }

    private RunResult? Describe(IReadOnlyList<Measurement> measurements, bool partial) => _environment is null ? null : new RunResult
    {
        Run = new RunInfo
        {
            Id = Path.GetFileName(plan.Folder),
            StartedUtc = _resumed?.StartedUtc ?? _started,
            DurationSeconds = Math.Round((_resumed?.DurationSeconds ?? 0) + (DateTimeOffset.UtcNow - _started).TotalSeconds, 1),
            Command = command,
            Scenario = plan.Scenario.Name,
            Profile = plan.Profile.Name,
            Rounds = _rounds,
            Partial = partial,
            Baseline = plan.Baseline,
            Contenders = plan.Scenario.Contenders,
            OrderSeed = plan.OrderSeed,
            Options = options,
        },
        Environment = _environment,
        Measurements = measurements,
    };
}
