namespace FileTransfer.Harness.Measuring;

/// <summary>How busy others keep the machine, between two moments.</summary>
/// <remarks>
/// The load average would not tell: for a minute after a run it still counts that run. Processor time does, without that of this
/// process and of all that descend from it, such as its server and its senders.
/// </remarks>
/// <param name="Share">Processor time of other processes, as a share of all there is.</param>
/// <param name="Processors">Processors of the machine.</param>
internal sealed record OtherLoad(double Share, int Processors)
{
    private const string Proc = "/proc";
    private static readonly TimeSpan s_interval = TimeSpan.FromSeconds(0.5);

    /// <summary>Watches the machine for half a second; null where there is no /proc.</summary>
    public static async Task<OtherLoad?> WatchAsync(CancellationToken cancellationToken)
    {
        if (ProcessorTime.Look(Proc, Environment.ProcessId) is not { } before)
        {
            return null;
        }

        await Task.Delay(s_interval, cancellationToken);
        return Between(before, ProcessorTime.Look(Proc, Environment.ProcessId));
    }

    /// <summary>The load between two looks; null where there was none, or no time has passed.</summary>
    internal static OtherLoad? Between(ProcessorTime before, ProcessorTime? after) => after is not null && after.All > before.All
        ? new OtherLoad(
            Math.Clamp((after.Busy - before.Busy - (after.Own - before.Own)) / (after.All - before.All), 0, 1),
            after.Processors)
        : null;
}
