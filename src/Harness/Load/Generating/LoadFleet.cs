using FileTransfer.Harness.Servers;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Harness.Load.Generating;

/// <summary>Shares out the servers of a fleet among its senders, in turn, and lets all of them start together.</summary>
/// <remarks>
/// The senders of one server meet at a barrier of their own too: their transfers are proven together, by that server's count.
/// </remarks>
internal static class LoadFleet
{
    private const string PlacesSuffix = ".who";
    private const string AllSuffix = ".all";

    private static readonly TimeSpan s_slack = TimeSpan.FromSeconds(20);

    /// <summary>The plan with the server of this sender, and the barrier of those that share it.</summary>
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

    /// <summary>Number of senders that take one of the servers.</summary>
    internal static int PartiesOf(int server, FleetPlan fleet) =>
        (fleet.Barrier.Parties / fleet.Servers.Count) + (server < fleet.Barrier.Parties % fleet.Servers.Count ? 1 : 0);

    private static async Task<BarrierAnswer> MeetAsync(FleetPlan fleet, string suffix, CancellationToken cancellationToken)
    {
        using var control = new ControlClient(fleet.Servers[0], TimeSpan.FromSeconds(LoadStart.LongestWait) + s_slack);
        return await control.MeetAsync(
            fleet.Barrier.Name + suffix, fleet.Barrier.Parties, frames: 0, bytes: 0, LoadStart.LongestWait, cancellationToken);
    }
}
