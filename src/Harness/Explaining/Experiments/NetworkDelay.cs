using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Explaining.Experiments;

/// <summary>The round trip of the network: every transfer takes one at least.</summary>
internal sealed class NetworkDelay : Experiment
{
    private const double ShortestOfNetworks = 0.1;
    private const double NanosecondsInMillisecond = 1e6;

    /// <inheritdoc/>
    public override string Name => "a network without delay";

    /// <inheritdoc/>
    public override string Cause => CauseId.NetworkDelay;

    /// <inheritdoc/>
    public override Refusal? WhyNot(ExplainPlan plan, Observed seen) =>
        seen.Reader.Traits.IsLoopback ? Refusal.IsNotThere("nothing leaves this machine")
        : seen.Mean(Counted.RoundTrip) is not { } milliseconds ? Refusal.CannotBeMade("TCP does not tell its round trip here")
        : milliseconds < ShortestOfNetworks ? Refusal.IsNotThere("the round trip takes less than 100 µs")
        : Refusal.CannotBeMade("the network is not this command's to change");

    /// <summary>
    /// The round trip of a network, in nanoseconds, which every transfer takes once at least: its last bytes have to arrive, and the answer
    /// to come back. Null within a machine, and where it is not known.
    /// </summary>
    public static double? NanosecondsOf(Observed seen) =>
        !seen.Reader.Traits.IsLoopback && seen.Mean(Counted.RoundTrip) is { } milliseconds and >= ShortestOfNetworks
            ? milliseconds * NanosecondsInMillisecond
            : null;

    /// <inheritdoc/>
    public override Arm Without(Arm arm) => throw new InvalidOperationException("the network is not this command's to change");
}
