using System.Diagnostics;
using System.Globalization;
using FileTransfer.Harness.Servers;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Harness.Load.Generating;

/// <summary>When a load starts, by both clocks, and what the server had counted by then.</summary>
/// <param name="Utc">The instant.</param>
/// <param name="Timestamp">The same by Stopwatch.</param>
/// <param name="Stats">The server's totals; nobody who waited at the same barrier sends between them and the start.</param>
/// <param name="Asked">Timestamp from before the server was asked for them.</param>
internal sealed record LoadStart(DateTimeOffset Utc, long Timestamp, ServerStats Stats, long Asked)
{
    /// <summary>Ends the name of the barrier at which senders meet again at the end.</summary>
    public const string EndSuffix = ".end";

    /// <summary>Longest wait at a barrier, in seconds: others may still be starting and warming up.</summary>
    public const int LongestWait = 300;

    private const int LongestWaitAtEnd = 60;

    private static readonly TimeSpan s_lead = TimeSpan.FromMilliseconds(50);

    private static readonly TimeSpan s_slack = TimeSpan.FromSeconds(20);

    /// <summary>Meets the other senders, or looks at the clock.</summary>
    /// <exception cref="TransferException">The instant has passed.</exception>
    /// <exception cref="ServerException">The others did not come, or the server no longer answers.</exception>
    public static async Task<LoadStart> AgreeAsync(LoadSession session, CancellationToken cancellationToken)
    {
        LoadPlan plan = session.Plan;
        long asked = Stopwatch.GetTimestamp();
        if (plan.Barrier is { } barrier)
        {
            BarrierAnswer answer = await MeetAsync(plan, barrier.Name, frames: 0, bytes: 0, LongestWait, cancellationToken);
            return At(answer.StartUtc, answer.Stats, asked, "the start that the server named", "set the clocks of both hosts");
        }

        ServerStats stats = await session.Control.GetStatsAsync(cancellationToken);
        return plan.StartAt is { } startAt
            ? At(startAt, stats, asked, "--start-at", "name a later instant: connecting and warming up take their time")
            : At(DateTimeOffset.UtcNow + s_lead, stats, asked, "the start", "try again");
    }

    /// <summary>Meets the other senders at the end, with what this one delivered since the start.</summary>
    /// <exception cref="ServerException">Some did not come, or the server no longer answers.</exception>
    public static Task<BarrierAnswer> MeetAtEndAsync(
        LoadPlan plan, BarrierPlan barrier, long frames, long bytes, CancellationToken cancellationToken) =>
        MeetAsync(plan, barrier.Name + EndSuffix, frames, bytes, LongestWaitAtEnd, cancellationToken);

    private static async Task<BarrierAnswer> MeetAsync(
        LoadPlan plan, string name, long frames, long bytes, int wait, CancellationToken cancellationToken)
    {
        using var control = new ControlClient(plan.Server, TimeSpan.FromSeconds(wait) + s_slack);
        return await control.MeetAsync(name, plan.Barrier!.Parties, frames, bytes, wait, cancellationToken);
    }

    private static LoadStart At(DateTimeOffset utc, ServerStats stats, long asked, string what, string remedy)
    {
        long now = Stopwatch.GetTimestamp();
        TimeSpan left = utc - DateTimeOffset.UtcNow;
        return left > TimeSpan.Zero
            ? new LoadStart(utc, now + (long)(left.TotalSeconds * Stopwatch.Frequency), stats, asked)
            : throw new TransferException(TransferErrorKind.TimedOut, string.Create(
                CultureInfo.InvariantCulture,
                $"{what}, {utc:HH:mm:ss.fff} UTC, passed {-left.TotalSeconds:0.000} s ago by this machine's clock; {remedy}"));
    }
}
