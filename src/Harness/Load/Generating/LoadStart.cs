using System.Diagnostics;
using System.Globalization;
using FileTransfer.Senders.Servers;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Harness.Load.Generating;

/// <summary>
/// When a load starts, by both clocks, and what the server had counted by then. Several senders agree on it at barriers of a server.
/// </summary>
/// <param name="Utc">The instant.</param>
/// <param name="Timestamp">The same by Stopwatch.</param>
/// <param name="Stats">
/// The server's totals; nobody who waited at the same barrier sends between them and the start. Null for a server that tells none.
/// </param>
/// <param name="Asked">Timestamp from before the server was asked for them.</param>
internal sealed record LoadStart(DateTimeOffset Utc, long Timestamp, ServerStats? Stats, long Asked)
{
    /// <summary>Ends the name of the barrier at which senders meet again at the end.</summary>
    public const string EndSuffix = ".end";

    /// <summary>Longest wait at a barrier, in seconds: others may still be starting and warming up.</summary>
    private const int LongestWait = 300;

    private const int LongestWaitAtEnd = 60;
    private const string PlacesSuffix = ".who";
    private const string AllSuffix = ".all";

    private static readonly TimeSpan s_lead = TimeSpan.FromMilliseconds(50);

    private static readonly TimeSpan s_slack = TimeSpan.FromSeconds(20);

    /// <summary>Longest time in which a load waits for others, or for its start.</summary>
    public static TimeSpan LongestIdle(LoadPlan plan, DateTimeOffset now) =>
        (plan.Barrier is null ? TimeSpan.Zero : TimeSpan.FromSeconds((3 * LongestWait) + LongestWaitAtEnd))
        + (plan.StartAt is { } start && start > now ? start - now : TimeSpan.Zero)
        + (plan.Rate is { } rate ? TimeSpan.FromSeconds(Math.Min(1 / rate, TimeSpan.FromDays(1).TotalSeconds)) : TimeSpan.Zero);

    /// <summary>The plan with the server of this sender, and the barrier of those that share it.</summary>
    /// <remarks>
    /// The senders of one server meet at a barrier of their own too: their transfers are proven together, by that server's count.
    /// </remarks>
    /// <exception cref="ServerException">The others did not come, or the first server does not answer.</exception>
    public static async Task<LoadPlan> TakePlaceAsync(LoadPlan plan, CancellationToken cancellationToken)
    {
        if (plan.Fleet is not { } fleet)
        {
            return plan;
        }

        int place = (await MeetAsync(fleet, PlacesSuffix, cancellationToken)).Place;
        int server = place % fleet.Servers.Count;
        return plan with
        {
            Server = fleet.Servers[server],
            Barrier = new BarrierPlan(fleet.Barrier.Name, PartiesOf(server, fleet)),
        };
    }

    /// <summary>Waits until the senders of all servers are ready.</summary>
    /// <exception cref="ServerException">The others did not come, or the first server no longer answers.</exception>
    public static Task MeetAllAsync(LoadPlan plan, CancellationToken cancellationToken) =>
        plan.Fleet is { } fleet ? MeetAsync(fleet, AllSuffix, cancellationToken) : Task.CompletedTask;

    /// <summary>Meets the other senders, or looks at the clock.</summary>
    /// <exception cref="TransferException">The instant has passed.</exception>
    /// <exception cref="ServerException">The others did not come, or the server no longer answers.</exception>
    public static async Task<LoadStart> AgreeAsync(LoadSession session, CancellationToken cancellationToken)
    {
        LoadPlan plan = session.Plan;
        long asked = Stopwatch.GetTimestamp();
        if (plan.Barrier is { } barrier)
        {
            BarrierAnswer answer = await MeetAsync(plan.Server, barrier, frames: 0, bytes: 0, LongestWait, cancellationToken);
            return At(answer.StartUtc, answer.Stats, asked, "the start that the server named", "set the clocks of both hosts");
        }

        ServerStats? stats = await session.Control.FindStatsAsync(cancellationToken);
        return plan.StartAt is { } startAt
            ? At(startAt, stats, asked, "--start-at", "name a later instant: connecting and warming up take their time")
            : Alone(stats, asked);
    }

    /// <summary>Meets the other senders at the end, with what this one delivered since the start.</summary>
    /// <exception cref="ServerException">Some did not come, or the server no longer answers.</exception>
    public static Task<BarrierAnswer> MeetAtEndAsync(
        LoadPlan plan, BarrierPlan barrier, long frames, long bytes, CancellationToken cancellationToken) =>
        MeetAsync(plan.Server, barrier with { Name = barrier.Name + EndSuffix }, frames, bytes, LongestWaitAtEnd, cancellationToken);

    /// <summary>Number of senders that take one of the servers.</summary>
    internal static int PartiesOf(int server, FleetPlan fleet) =>
        (fleet.Barrier.Parties / fleet.Servers.Count) + (server < fleet.Barrier.Parties % fleet.Servers.Count ? 1 : 0);

    private static Task<BarrierAnswer> MeetAsync(FleetPlan fleet, string suffix, CancellationToken cancellationToken)
    {
        BarrierPlan barrier = fleet.Barrier with { Name = fleet.Barrier.Name + suffix };
        return MeetAsync(fleet.Servers[0], barrier, frames: 0, bytes: 0, LongestWait, cancellationToken);
    }

    private static async Task<BarrierAnswer> MeetAsync(
        Uri server, BarrierPlan barrier, long frames, long bytes, int wait, CancellationToken cancellationToken)
    {
        using var control = new ControlClient(server, TimeSpan.FromSeconds(wait) + s_slack);
        return await control.MeetAsync(barrier.Name, barrier.Parties, frames, bytes, wait, cancellationToken);
    }

    /// <summary>A start that nobody else waits for: it cannot be missed, however long this thread is kept from running.</summary>
    private static LoadStart Alone(ServerStats? stats, long asked) => new(
        DateTimeOffset.UtcNow + s_lead,
        Stopwatch.GetTimestamp() + (long)(s_lead.TotalSeconds * Stopwatch.Frequency),
        stats,
        asked);

    private static LoadStart At(DateTimeOffset utc, ServerStats? stats, long asked, string what, string remedy)
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
