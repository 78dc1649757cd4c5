using FileTransfer.Harness.Commands;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Benchmarking.Cases;

/// <summary>How the ends of a run are connected: as <c>bench</c> does it by default, without placement.</summary>
internal static class RunOptions
{
    /// <summary>The congestion control of a run over TCP within this machine, or null for the system's default.</summary>
    public static string? CongestionControl() => CongestionChoice.Of(named: null, isWithinMachine: true);

    /// <summary>Options of the sender of a strategy, over its default transport.</summary>
    public static SenderOptions SenderOf(StrategyDescriptor strategy, string? congestionControl)
    {
        string transport = strategy.Transports[0];
        return new SenderOptions
        {
            Transport = transport,
            NoDelay = true,
            CongestionControl = transport is Transport.Unix or Transport.Pipe ? null : congestionControl,
            Affinity = CpuAffinity.None,
        };
    }
}
