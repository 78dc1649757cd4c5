using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Explaining.Cases;

/// <summary>What was observed of the case as it is, before anything is changed.</summary>
/// <param name="Launches">Its launches.</param>
/// <param name="Reader">Tells the states of transfers.</param>
internal sealed record Observed(IReadOnlyList<ObservedLaunch> Launches, StateReader Reader)
{
    private ObservedTransfer[]? _transfers;

    /// <summary>Its transfers, with their states.</summary>
    public IReadOnlyList<ObservedTransfer> Transfers =>
        _transfers ??= ObservedTransfer.Of(Launches, Reader, ObservedTransfer.UsualCopy(Launches));

    /// <summary>Share of the transfers in a state.</summary>
    public double ShareOf(TransferState state) =>
        Transfers.Count == 0 ? 0 : Transfers.Count(one => (one.States & state.Bit) != 0) / (double)Transfers.Count;

    /// <summary>Mean of a value of launches; null where it is unknown.</summary>
    public double? Mean(Func<ObservedLaunch, double?> value) => new Counter("", value).MeanOf(Launches);
}
