using FileTransfer.Harness.Results;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Machine;

using Measurement = FileTransfer.Harness.Results.Measurement;

namespace FileTransfer.Harness.Measuring;

/// <summary>What a run has measured and printed so far, case by case: for the results, and for BenchmarkDotNet's own files.</summary>
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

        _unsupported = [.. plan.Cases.Except(plan.Available).Select(MeasurementAssembler.Unsupported)];
    }

    public RunPlan Plan { get; }

    /// <summary>Every case that can run here, in the order of the plan.</summary>
    public IReadOnlyCollection<CaseBook> Cases => _cases.Values;

    /// <summary>All measurements so far, those of cases that cannot run here included.</summary>
    public IReadOnlyList<Measurement> Measurements => [.. _unsupported, .. Cases.Select(book => book.Measurement).OfType<Measurement>()];

    /// <summary>Looks where and how a case's last sender ran: the facts of the first of the run, null later; a case whose sender differs has failed.</summary>
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

    /// <summary>Why a launch counts for nothing whose server, which the user named, is not that of the first; null when it is the same or nothing is known.</summary>
    internal static string? StartedAgain(string? first, string? now) => now is null || now == first
        ? null
        : "the server was started again during the run, and what belongs to one server differs from the next; measure again, with one that stays";

    /// <summary>The case with a <see cref="PlannedCase.Key"/>.</summary>
    public CaseBook Of((string Strategy, string Transport, string Size) key) => _cases[key];

    /// <summary>What a delivering measurement is compared with: the baseline at the same size, if that was measured.</summary>
    public Measurement? BaselineFor(Measurement measurement) =>
        StrategyCatalog.Find(measurement.Strategy).Delivers
            ? Measurements.FirstOrDefault(candidate => candidate.Outcome == Outcome.Measured && candidate.Strategy == Plan.Baseline && candidate.SizeBytes == measurement.SizeBytes && candidate.Transport == measurement.Transport)
            : null;
}
