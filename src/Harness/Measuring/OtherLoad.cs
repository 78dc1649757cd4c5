namespace FileTransfer.Harness.Measuring;

/// <summary>Processor time that other processes used between two moments.</summary>
/// <remarks>
/// The load average still contains a run for a minute after its end. Processor time does not; the time of this process and of its
/// descendants, such as the server and the senders, is subtracted.
/// </remarks>
/// <param name="Share">Processor time of other processes, as a share of all processor time.</param>
/// <param name="Processors">Processors of the machine.</param>
internal sealed record OtherLoad(double Share, int Processors)
{
    private const string Proc = "/proc";
    private static readonly TimeSpan s_interval = TimeSpan.FromSeconds(0.5);

    /// <summary>Observes the machine for half a second; null without /proc.</summary>
    public static async Task<OtherLoad?> WatchAsync(CancellationToken cancellationToken)
    {
        if (ProcessorTime.Look(Proc, Environment.ProcessId) is not { } before)
        {
            return null;
        }

        await Task.Delay(s_interval, cancellationToken);
        return Between(before, ProcessorTime.Look(Proc, Environment.ProcessId));
    }

    /// <summary>The load between two readings; null when a reading is missing or no time has passed.</summary>
    internal static OtherLoad? Between(ProcessorTime before, ProcessorTime? after) => after is not null && after.All > before.All
        ? new OtherLoad(
            Math.Clamp((after.Busy - before.Busy - (after.Own - before.Own)) / (after.All - before.All), 0, 1),
            after.Processors)
        : null;
}
