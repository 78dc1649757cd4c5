using System.Globalization;
using System.Text.Json;
using FileTransfer.Lab.Variants;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Lab.Calibration;

/// <summary>The calibration log: a file with one line per run.</summary>
internal static class CalibrationLog
{
    /// <summary>The conclusions of a run about its variants, and about every other strategy against its baseline.</summary>
    /// <param name="run">The run.</param>
    /// <param name="kind">Its purpose.</param>
    /// <param name="beside">Background load during the run.</param>
    /// <param name="condition">What distinguishes it from others of its purpose, or null.</param>
    /// <exception cref="UsageException">The run draws no verdicts.</exception>
    public static CalibrationEntry Of(RunResult run, string kind, string beside, string? condition = null)
    {
        if (!Verdicts.AreDrawn(run) || run.Run.Rounds is not { } rounds)
        {
            throw new UsageException(
                $"run {run.Run.Id} has no verdicts (profile {run.Run.Profile}); calibrate with --profile quick or full");
        }

        Measurement[] measured = [.. run.Measurements
            .Where(measurement => measurement.Outcome == Outcome.Measured && Verdicts.Competes(measurement))];
        return new CalibrationEntry
        {
            Kind = kind,
            Beside = beside,
            StartedUtc = run.Run.StartedUtc,
            Commit = run.Environment.Sender.Commit,
            Machine = run.Environment.Sender.Hardware(),
            Scenario = run.Run.Scenario,
            Profile = run.Run.Profile,
            Rounds = rounds,
            Cycles = int.TryParse(run.Run.Options.GetValueOrDefault("cycles"), CultureInfo.InvariantCulture, out int cycles)
                ? cycles
                : 0,
            Affinity = run.Run.Options.GetValueOrDefault("affinity", "none"),
            IsRace = run.Run.IsRace,
            Answers = CalibrationAnswers.Of(run),
            Condition = condition,
            Predecessors = kind == CalibrationKind.Bias ? PredecessorSpread.Of(run) : null,
            Pairs = [.. measured.SelectMany(other => PairsOf(run, measured, other))],
        };
    }

    /// <summary>Adds a run.</summary>
    public static void Append(string path, CalibrationEntry entry)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
        File.AppendAllText(path, JsonSerializer.Serialize(entry, LogJson.Default.CalibrationEntry) + "\n");
    }

    /// <summary>All runs in the log.</summary>
    /// <exception cref="UsageException">The file is missing, or not a calibration log.</exception>
    public static IReadOnlyList<CalibrationEntry> Load(string path)
    {
        if (!File.Exists(path))
        {
            throw new UsageException($"there is no file {path}; scripts/calibrate.sh creates one");
        }

        try
        {
            return [.. File.ReadLines(path)
                .Where(line => line.Length > 0)
                .Select(line => JsonSerializer.Deserialize(line, LogJson.Default.CalibrationEntry)!)];
        }
        catch (JsonException exception)
        {
            throw new UsageException($"{path} is not a calibration log: {exception.Message}");
        }
    }

    /// <summary>A variant is compared with its original, every other strategy with the baseline.</summary>
    private static IEnumerable<CalibrationPair> PairsOf(RunResult run, Measurement[] measured, Measurement other)
    {
        string against = SlowedVariant.PercentSlower(other.Strategy) is null
            ? run.Run.Baseline ?? ""
            : StrategyVariant.OriginalOf(other.Strategy);
        Measurement? one = measured.FirstOrDefault(
            candidate => candidate.Strategy == against && candidate.SizeBytes == other.SizeBytes && candidate.Transport == other.Transport
                && candidate.Placement == other.Placement);
        if (one is not null && one != other && Comparisons.Of(run).Between(one, other) is { } comparison)
        {
            yield return new CalibrationPair(
                other.Transport,
                other.SizeBytes,
                one.Strategy,
                other.Strategy,
                comparison.Verdict.ToString(),
                Math.Round(comparison.Ratio, 4),
                comparison.Interval is { } interval ? Math.Round(interval.Lower, 4) : null,
                comparison.Interval is { } same ? Math.Round(same.Upper, 4) : null,
                other.Placement);
        }
    }
}
