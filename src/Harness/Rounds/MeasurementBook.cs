using FileTransfer.Results;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Machine;

using Measurement = FileTransfer.Results.Measurement;

namespace FileTransfer.Harness.Rounds;

/// <summary>The measurements and outputs of a run so far, by case: for the results, and for BenchmarkDotNet's own files.</summary>
internal sealed class MeasurementBook
{
    private readonly Dictionary<(string Strategy, string Transport, string Size), CaseBook> _cases;
    private readonly Measurement[] _unsupported;
    private MachineFacts? _sender;
    private string? _server;

    public MeasurementBook(RunPlan plan)
    {
        Plan = plan;
        _cases = plan.Available.ToDictionary(planned => planned.Key, planned => new CaseBook(planned));
        _sender = plan.Resumed?.Environment.Sender;
        foreach (CaseBook entry in _cases.Values)
        {
            entry.Resume(plan.Resumed?.Measurements.FirstOrDefault(entry.IsOf));
        }

        _unsupported = [.. plan.Cases.Except(plan.Available)
            .Select(planned => MeasurementAssembler.Unsupported(planned, plan.Sender.Wait))];
    }

    public RunPlan Plan { get; }

    /// <summary>Every case that can run here, in the order of the plan.</summary>
    public IReadOnlyCollection<CaseBook> Cases => _cases.Values;

    /// <summary>All measurements so far, unsupported cases included.</summary>
    public IReadOnlyList<Measurement> Measurements => [.. _unsupported, .. Cases.Select(book => book.Measurement).OfType<Measurement>()];

    /// <summary>Checks the machine and process of a case's last sender: a case whose sender differs from the first one fails.</summary>
    /// <returns>The facts of the run's first sender; null for all later ones.</returns>
    public MachineFacts? NoteSender(CaseBook entry)
    {
        if (entry.Records.LastOrDefault()?.Sender is not { } sender)
        {
            return null;
        }

        _server ??= entry.Records[^1].Server;
        entry.Breakdown = Plan.Server is null ? null : StartedAgain(_server, entry.Records[^1].Server);
        if (_sender is null)
        {
            return _sender = sender;
        }

        entry.Breakdown = MachineDifference.First(_sender, sender) is { } difference
            ? $"{difference.Fact} changed during the run, from {difference.Before} to {difference.Now}; measure again"
            : null;
        return null;
    }

    /// <summary>
    /// The reason why a launch is invalid when the server given by the user was restarted since the first launch; null when it was not,
    /// or when that is unknown.
    /// </summary>
    internal static string? StartedAgain(string? first, string? now) => now is null || now == first
        ? null
        : "the server was restarted during the run, so its launches are not comparable; measure again, with a server that keeps running";

    /// <summary>The case with a <see cref="PlannedCase.Key"/>.</summary>
    public CaseBook Of((string Strategy, string Transport, string Size) key) => _cases[key];

    /// <summary>The baseline for a delivering measurement: the same size and transport; null when it was not measured.</summary>
    public Measurement? BaselineFor(Measurement measurement) =>
        StrategyCatalog.Find(measurement.Strategy).Delivers
            ? Measurements.FirstOrDefault(candidate => candidate.Outcome == Outcome.Measured
                && candidate.Strategy == Plan.Baseline
                && candidate.SizeBytes == measurement.SizeBytes
                && candidate.Transport == measurement.Transport)
            : null;
}
