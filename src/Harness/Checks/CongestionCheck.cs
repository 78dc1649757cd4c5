using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>The congestion control of connections: tcp(7).</summary>
internal sealed class CongestionCheck : ICheck
{
    public string Group => CheckGroup.Network;

    public string Name => "congestion-control";

    public Finding Examine(Subject subject)
    {
        if (subject.CongestionControl is not { } name)
        {
            return Finding.Unknown("this system does not tell its congestion control");
        }

        if (subject.Receiver?.DefaultCongestionControl is { } other && other != subject.Sender.DefaultCongestionControl)
        {
            return Finding.Limit(
                $"the two ends have different congestion controls: {subject.Sender.DefaultCongestionControl} and {other}",
                "--congestion-control cubic, at both ends");
        }

        if (!subject.IsLoopback || name is "cubic" or "reno")
        {
            return Finding.Fine($"connections use {name}");
        }

        string? cost = subject.Trials.TimesCubic(name) is { } times
            ? Invariant($"1 MiB over loopback takes {times:0.0} times as long as with cubic")
            : null;
        return Finding.Limit(
            $"connections use {name}, which is made for networks and paces what needs no pacing",
            "--congestion-control cubic",
            cost);
    }
}
