using System.Globalization;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Errors;
using FileTransfer.Results.Reports;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Comparing;

/// <summary>One side of a comparison of stored runs: one run, or several that belong together.</summary>
internal sealed record StoredSide
{
    /// <summary>The paths as they were given.</summary>
    public required string Words { get; init; }

    /// <summary>What it was made on and with: name of a fact, and its value.</summary>
    public required IReadOnlyDictionary<string, string> Facts { get; init; }

    /// <summary>The cases that were measured.</summary>
    public required IReadOnlyList<StoredCase> Cases { get; init; }

    /// <summary>The platforms of its ends, such as <c>Windows x64</c>; null where it was not recorded.</summary>
    public string? Platform { get; init; }

    /// <summary>What imitated the system of an end, such as "wine 8.0"; null where nothing did.</summary>
    public string? Emulation { get; init; }

    /// <summary>What a reader must know of it.</summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>Reads results of this program, or full JSON of BenchmarkDotNet, from a list of paths.</summary>
    /// <exception cref="ResultsFileException">A file cannot be read, or has nothing measured in it.</exception>
    public static StoredSide Load(string paths)
    {
        StoredSide[] sides = [.. OptionPaths(paths).Select(LoadOne)];
        return sides is [var only] ? only : new StoredSide
        {
            Words = paths,
            Facts = sides
                .SelectMany(side => side.Facts)
                .GroupBy(fact => fact.Key)
                .ToDictionary(same => same.Key, same => string.Join(" and ", same.Select(fact => fact.Value).Distinct())),
            Cases =
            [
                .. sides.SelectMany(side => side.Cases)
                    .GroupBy(one => (one.Name, one.Kind))
                    .Select(same => new StoredCase(same.Key.Name, same.Key.Kind, [.. same.SelectMany(one => one.Medians)])),
            ],
            Warnings = [.. sides.SelectMany(side => side.Warnings).Distinct()],
            Platform = sides.Select(side => side.Platform).OfType<string>().Distinct().ToArray() is { Length: > 0 } all
                ? string.Join(" and ", all)
                : null,
            Emulation = sides.Select(side => side.Emulation).FirstOrDefault(name => name is not null),
        };
    }

    private static string[] OptionPaths(string paths)
    {
        string[] all = paths.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return all.Length > 0 ? all : throw new UsageException($"'{paths}' names no results");
    }

    private static StoredSide LoadOne(string path)
    {
        if (BenchmarkDotNetJson.TryLoad(path) is { } foreign)
        {
            return foreign;
        }

        RunResult run = StoredRun.Load(path);
        StoredCase[] cases =
        [
            .. run.Measurements
                .Where(measurement => measurement is { Outcome: Outcome.Measured, Launches.Count: > 0 })
                .Select(measurement => new StoredCase(
                    NameOf(measurement),
                    Verdicts.Delivers(measurement) && !Verdicts.IsNative(measurement) ? StoredKind.Code : StoredKind.Machine,
                    [.. measurement.Launches.Select(launch => launch.MedianNanoseconds)])),
            .. run.Environment.EmptyRoundTrips.Select(trip => new StoredCase(
                $"empty round trip over {trip.Transport}", StoredKind.Machine, [trip.MedianNanoseconds])),
        ];
        return cases.Any(one => one.Kind == StoredKind.Code)
            ? new StoredSide
            {
                Words = path,
                Facts = FactsOf(run),
                Cases = cases,
                Platform = AtBothEnds(run.Environment, machine => machine.Platform()),
                Emulation = run.Environment.Emulation,
                Warnings = WarningsOf(run, path),
            }
            : throw new ResultsFileException($"nothing was measured in '{path}', so there is nothing to compare");
    }

    private static string NameOf(Measurement measurement) =>
        $"{measurement.Strategy} over {measurement.Transport} at {new ByteSize(measurement.SizeBytes)}"
        + (measurement.Placement is null ? "" : $" {PlacementText.Where(measurement.Placement)}");

    private static Dictionary<string, string> FactsOf(RunResult run)
    {
        var facts = new Dictionary<string, string>();
        foreach ((string fact, string sender, string receiver) in EnvironmentFacts.Ends(run.Environment))
        {
            facts[fact] = sender == receiver || run.Environment.Receiver is null ? sender : $"{sender} to {receiver}";
        }

        foreach ((string name, string value) in run.Run.Options.Where(option => !IsOfTheRunAlone(option.Key)))
        {
            facts[$"--{name}"] = value;
        }

        AddConditions(run.Environment, facts);
        return facts;
    }

    /// <summary>Adds what a report tells of a run in sentences, and what its doctor found before it.</summary>
    private static void AddConditions(RunEnvironment environment, Dictionary<string, string> facts)
    {
        facts["clock source"] = AtBothEnds(environment, machine => machine.ClockSource ?? "unknown");
        facts["runtime settings"] = AtBothEnds(environment, machine => string.Join(' ', machine.RuntimeSettings ?? []));
        facts["payloads on"] = environment.PayloadFileSystem;
        facts["network"] = environment.Link?.Specification ?? (environment.Loopback ? "loopback" : "between hosts");
        facts["packets"] = environment.Path is { } path
            ? string.Create(CultureInfo.InvariantCulture, $"up to {path.MtuBytes} bytes")
            : "unknown";
        facts["limits that the doctor found"] = string.Join(", ", (environment.Doctor?.Before ?? [])
            .Where(one => one.Severity is Severity.Limit or Severity.Unfit)
            .Select(one => one.Check)
            .Order());
    }

    private static string AtBothEnds(RunEnvironment environment, Func<MachineFacts, string> fact)
    {
        string sender = fact(environment.Sender);
        string receiver = environment.Receiver is { } other ? fact(other) : sender;
        return sender == receiver ? sender : $"{sender} to {receiver}";
    }

    /// <summary>Options that say what was measured and how often, not under which conditions.</summary>
    private static bool IsOfTheRunAlone(string option) =>
        option is "seed" or "strategies" or "sizes" or "rounds" or "baseline" or "baseline-rule" or "budget" or "server" or "file";

    private static IReadOnlyList<string> WarningsOf(RunResult run, string path) =>
        run.Run.Partial ? [$"'{path}' was interrupted: cases are missing"] : [];
}
