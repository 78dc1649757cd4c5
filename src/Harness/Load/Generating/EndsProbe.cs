using System.Net;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Harness.Measuring;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Harness.Load.Generating;

/// <summary>Looks at both ends and the path between them, before anything of them is counted.</summary>
internal static class EndsProbe
{
    /// <summary>The environment of both ends; over a network also what TCP sees of it.</summary>
    /// <exception cref="ServerException">There is no server.</exception>
    public static async Task<LoadEnvironment> CollectAsync(Uri server, SenderOptions sender, CancellationToken cancellationToken)
    {
        using var control = new ControlClient(server);
        EndPoint receiver = await control.FindEndpointAsync(sender.Transport, isVerifying: false, cancellationToken);
        ServerEnvironment there = await control.GetEnvironmentAsync(cancellationToken);
        var here = MachineFacts.Collect();
        IPAddress? host = ReceiverAddress.HostOf(receiver);
        bool isLoopback = host is null || IPAddress.IsLoopback(host);
        string? congestion = host is null ? null : sender.CongestionControl ?? here.DefaultCongestionControl;
        string? congestionThere = host is null ? null : there.CongestionControl;
        string?[] warnings =
        [
            EnvironmentProbe.SlowClock(here.ClockSource),
            EnvironmentProbe.DifferentCongestionControl(congestion, congestionThere),
            EnvironmentProbe.DifferentEnds(here, there.Machine),
            EnvironmentProbe.DifferentSettings(here, there.Machine),
            EnvironmentProbe.Uncommitted(here.Commit),
        ];
        return new LoadEnvironment
        {
            Sender = here,
            Receiver = there.Machine,
            SenderCongestionControl = congestion,
            ReceiverCongestionControl = congestionThere,
            SenderWait = sender.Wait.ToString(),
            ReceiverWait = there.Wait,
            Loopback = isLoopback,
            Link = EnvironmentProbe.Link(),
            Path = isLoopback ? null : await PathProbe.MeasureAsync(control, sender, isLoopback, cancellationToken),
            Warnings = [.. warnings.OfType<string>()],
        };
    }
}
