using System.Globalization;
using FileTransfer.Harness.Measuring;
using FileTransfer.Harness.Results;
using FileTransfer.Harness.Statistics;

namespace FileTransfer.Harness.Commands;

/// <summary>Shows the progress of a run and keeps every case as it ends, so that nothing measured is lost.</summary>
internal sealed class RunRecorder(RunPlan plan, string command, IReadOnlyDictionary<string, string> options, TextWriter output) : IMeasurementObserver
{
    private readonly Lock _lock = new();
    private readonly List<Measurement> _measurements = [];
    private readonly DateTimeOffset _started = DateTimeOffset.UtcNow;
    private DateTimeOffset _firstCase;
    private RunEnvironment? _environment;
    private bool _closed;

    /// <summary>BenchmarkDotNet's table, once there is one.</summary>
    public string? Table { get; private set; }

    public void Started(RunEnvironment environment) => _environment = environment;

    public void Starting(PlannedCase planned, int number, int total)
    {
        lock (_lock)
        {
            if (_closed)
            {
                return;
            }

            DateTimeOffset now = DateTimeOffset.UtcNow;
            _firstCase = number == 1 ? now : _firstCase;
            string left = number == 1 ? "" : string.Create(
                CultureInfo.InvariantCulture,
                $"  (about {(now - _firstCase) / (number - 1) * (total - number + 1):m\\:ss} left)");
            output.Write(string.Create(CultureInfo.InvariantCulture, $"[{number,3}/{total}] {planned.Payload.Label,5} {Name(planned),-18}{left,-20}"));
            output.Flush();
        }
    }

    public void Finished(Measurement measurement)
    {
        lock (_lock)
        {
            if (_closed)
            {
                return;
            }

            _measurements.Add(measurement);
            if (measurement.Outcome != Outcome.Unsupported)
            {
                output.WriteLine(measurement.Statistics is { } statistics ? $"  p50 {new Nanoseconds(statistics.P50)}" : $"  FAILED: {measurement.Reason}");
            }

            // Written here, where no sender is running.
            if (Result([measurement], partial: true) is { } part)
            {
                ResultsJournal.Append(part, Path.Combine(plan.Folder, ResultsJournal.FileName));
            }
        }
    }

    public void Summary(string table) => Table = table;

    /// <summary>The results of a run that went to its end.</summary>
    public RunResult Complete()
    {
        lock (_lock)
        {
            _closed = true;
            return Save(partial: false) ?? throw new InvalidOperationException("the run ended without an environment");
        }
    }

    /// <summary>The results so far, or null when there are none.</summary>
    public RunResult? Interrupt()
    {
        lock (_lock)
        {
            _closed = true;
            return _measurements.Count > 0 ? Save(partial: true) : null;
        }
    }

    private string Name(PlannedCase planned) =>
        plan.Transports.Count == 1 || !planned.Strategy.Delivers ? planned.Strategy.Id : $"{planned.Strategy.Id} over {planned.Transport}";

    private RunResult? Save(bool partial)
    {
        RunResult? result = Result(MeasurementOrder.Sort(_measurements), partial);
        if (result is not null)
        {
            ResultsFile.Save(result, Path.Combine(plan.Folder, ResultsFile.FileName));
            File.Delete(Path.Combine(plan.Folder, ResultsJournal.FileName));
        }

        return result;
    }

    private RunResult? Result(IReadOnlyList<Measurement> measurements, bool partial) => _environment is null ? null : new RunResult
    {
        Run = new RunInfo
        {
            Id = Path.GetFileName(plan.Folder),
            StartedUtc = _started,
            DurationSeconds = Math.Round((DateTimeOffset.UtcNow - _started).TotalSeconds, 1),
            Command = command,
            Scenario = plan.Scenario.Name,
            Profile = plan.Profile.Name,
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
