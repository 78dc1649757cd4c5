using System.Diagnostics.CodeAnalysis;
using System.Text.Json.Serialization;

namespace FileTransfer.Results;

/// <summary>All results of a run: the content of results.json, and the only input of reports and charts.</summary>
internal sealed record RunResult
{
    private readonly RunResult? _whole;

    /// <summary>A run.</summary>
    public RunResult()
    {
    }

    [SetsRequiredMembers]
    private RunResult(RunResult whole, string? placement)
    {
        (_whole, Schema, Run, Environment) = (whole.Whole, whole.Schema, whole.Run, whole.Environment);
        (Warnings, Spreads, ThinnedFromSha256) = (whole.Warnings, whole.Spreads, whole.ThinnedFromSha256);
        Measurements = [.. whole.Measurements.Where(measurement => measurement.Placement == placement)];
    }

    /// <summary>Name and version of the format.</summary>
    public const string CurrentSchema = "filetransfer-results/3";

    /// <summary>Name and version of the format of this run.</summary>
    public string Schema { get; init; } = CurrentSchema;

    /// <summary>Description of the run.</summary>
    public required RunInfo Run { get; init; }

    /// <summary>Environment of the run.</summary>
    public required RunEnvironment Environment { get; init; }

    /// <summary>
    /// All warnings about the run, each with its remedy, as computed by the program that wrote it; null in older results.
    /// </summary>
    public IReadOnlyList<string>? Warnings { get; init; }

    /// <summary>SHA-256 of the original results.json, in hexadecimal digits, when samples were left out; null when all are here.</summary>
    public string? ThinnedFromSha256 { get; init; }

    /// <summary>What makes rounds differ, for each placement; null before the end of a run.</summary>
    public IReadOnlyList<RunSpread>? Spreads { get; init; }

    /// <summary>One entry per strategy, transport, size and placement, in scenario order.</summary>
    public required IReadOnlyList<Measurement> Measurements { get; init; }

    /// <summary>The run that this is a view of, or the run itself: what is concluded is concluded from all of it.</summary>
    [JsonIgnore]
    public RunResult Whole => _whole ?? this;

    /// <summary>The run as each placement sees it, for what shows one placement at a time; the run itself where it has only one.</summary>
    [JsonIgnore]
    public IReadOnlyList<RunResult> ByPlacement
    {
        get
        {
            string?[] placements = [.. Measurements.Select(measurement => measurement.Placement).Distinct()];
            return placements.Length <= 1 ? [this] : [.. placements.Select(At)];
        }
    }

    private RunResult At(string? placement) => new(this, placement);
}
