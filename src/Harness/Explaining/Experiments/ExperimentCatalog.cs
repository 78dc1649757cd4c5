using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Senders.Launching;

namespace FileTransfer.Harness.Explaining.Experiments;

/// <summary>All experiments, those first that are the most likely: a short budget tries these.</summary>
internal static class ExperimentCatalog
{
    /// <summary>All of them.</summary>
    public static IReadOnlyList<Experiment> All { get; } =
    [
        new Nagle(), new CongestionControl(), new ReadSize(), new SendBuffer(), new ReceiveBuffer(), new IdleGap(), new ColdFile(),
        new Alignment(), new Compilation(), new Collections(), new Priority(), new Neighbour(),
        new OnePlacement(CpuAffinity.Same), new OnePlacement(CpuAffinity.Split), new Waiting(), new SleepingCore(), new HugePages(),
        new Migration(), SeenOnly.Quota, SeenOnly.NetworkLoss, new NetworkDelay(), SeenOnly.ReceiverPause, SeenOnly.DiskWriter,
    ];
}
