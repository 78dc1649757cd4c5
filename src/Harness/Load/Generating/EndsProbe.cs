using FileTransfer.Harness.Doctor;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Harness.Rounds;
using FileTransfer.Results.Analysis;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Servers;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Load.Generating;

/// <summary>Looks at both ends and the path between them, before anything of them is counted.</summary>
internal static class EndsProbe
{
    /// <summary>
    /// The environment of both ends; over a network also what TCP sees of it. Of a server of another make, that of this end alone.
    /// </summary>
    /// <param name="server">Control address of a server of ours.</param>
    /// <param name="strategy">What is measured.</param>
    /// <param name="sender">How.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="ServerException">There is no server.</exception>
    public static Task<LoadEnvironment> CollectAsync(
        Uri server, StrategyDescriptor strategy, SenderOptions sender, CancellationToken cancellationToken) =>
        strategy.Dimensions.Url is { } url
            ? Task.FromResult(OfSender(new Uri(url), strategy, sender))
            : CollectAsync(server, sender, cancellationToken);

    private static async Task<LoadEnvironment> CollectAsync(Uri server, SenderOptions sender, CancellationToken cancellationToken)
    {
        using var control = new ControlClient(server);
        BothEnds ends = await BothEnds.AskAsync(control, sender.Transport, sender, cancellationToken);
        string?[] warnings =
        [
            (ends.Sender.Emulation ?? ends.Receiver.Machine.Emulation) is { } imitation ? EmulationNote.Of(imitation) : null,
            EnvironmentProbe.SlowClock(ends.Sender.ClockSource),
            EnvironmentProbe.DifferentCongestionControl(ends.SenderCongestionControl, ends.ReceiverCongestionControl),
            RuntimeChecks.DifferentPrograms(ends.Sender, ends.Receiver.Machine)?.Sentence,
            RuntimeChecks.DifferentSettings(ends.Sender, ends.Receiver.Machine)?.Sentence,
            RuntimeChecks.Uncommitted(ends.Sender.Commit)?.Sentence,
        ];
        return new LoadEnvironment
        {
            Sender = ends.Sender,
            Receiver = ends.Receiver.Machine,
            SenderCongestionControl = ends.SenderCongestionControl,
            ReceiverCongestionControl = ends.ReceiverCongestionControl,
            SenderWait = sender.Wait.ToString(),
            ReceiverWait = ends.Receiver.Wait,
            Loopback = ends.IsLoopback,
            Link = EnvironmentProbe.Link(),
            Path = ends.IsLoopback ? null : await PathProbe.MeasureAsync(control, sender, isLoopback: false, cancellationToken),
            Warnings = [.. warnings.OfType<string>()],
        };
    }

    private static LoadEnvironment OfSender(Uri url, StrategyDescriptor strategy, SenderOptions options)
    {
        var sender = MachineFacts.Collect();
        string?[] warnings =
        [
            EnvironmentProbe.Unchecked(options),
            url.IsLoopback ? null : EnvironmentProbe.OverNetwork,
            EnvironmentProbe.SlowClock(sender.ClockSource),
            RuntimeChecks.Uncommitted(sender.Commit)?.Sentence,
        ];
        return new LoadEnvironment
        {
            Sender = sender,
            SenderCongestionControl = options.CongestionControl ?? sender.DefaultCongestionControl,
            SenderWait = strategy.WaitFor(options.Wait),
            Loopback = url.IsLoopback,
            Warnings = [.. warnings.OfType<string>()],
        };
    }
}
