using FileTransfer.Senders.Launching;

namespace FileTransfer.Harness.Rounds;

/// <summary>Lets the senders of one size and placement settle and take turns, cycle by cycle.</summary>
/// <param name="plan">The run.</param>
/// <param name="gate">Asked before every step.</param>
/// <param name="planOf">Plans the launch of a case; launches are numbered in the order in which they are prepared.</param>
internal sealed class RoundTurns(RunPlan plan, Gate gate, Func<CaseSoFar, LaunchPlan> planOf)
{
    /// <summary>
    /// False over a simulated link, where turns would mix what went over it for one and for another. There a launch takes all of its turns
    /// one after another.
    /// </summary>
    private bool AreInterleaved => plan.Sender.Link is null;

    /// <summary>Launches cases: all are prepared, take turns cycle by cycle, and are proven.</summary>
    /// <param name="cases">The cases, each with its sender.</param>
    /// <param name="random">Chooses the order of the turns.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>The launches, in the order of the cases.</returns>
    public async Task<FinishedLaunch[]> TakeAsync(
        (CaseSoFar Case, RoundSender Sender)[] cases, Random random, CancellationToken cancellationToken)
    {
        int cycles = plan.Profile.Cycles;
        var launches = new FinishedLaunch[cases.Length];
        if (AreInterleaved)
        {
            int[][] order = TurnOrder.Of(cases.Length, cycles, random);
            await TakeAsync(cases, order[0], order, launches, cancellationToken);
            return launches;
        }

        foreach (int[] only in TurnOrder.Of(cases.Length, 1, random)[0].Select(index => (int[])[index]))
        {
            await TakeAsync(cases, only, [.. Enumerable.Repeat(only, cycles)], launches, cancellationToken);
        }

        return launches;
    }

    /// <summary>Prepares some of the cases, by index, lets them take turns, and notes their launches.</summary>
    private async Task TakeAsync(
        (CaseSoFar Case, RoundSender Sender)[] cases,
        int[] some,
        int[][] turns,
        FinishedLaunch[] launches,
        CancellationToken cancellationToken)
    {
        HashSet<int> working = [];
        await gate.PassAsync(cancellationToken);
        foreach (int index in some)
        {
            (CaseSoFar one, RoundSender sender) = cases[index];
            if (await sender.PrepareAsync(planOf(one), one.Planned.Placement, cancellationToken))
            {
                working.Add(index);
            }
        }

        await SettlingTogether.RunAsync([.. cases.Select(one => one.Sender)], working, cancellationToken);
        for (int cycle = 0; cycle < turns.Length; cycle++)
        {
            await gate.PassAsync(cancellationToken);
            for (int position = 0; position < turns[cycle].Length; position++)
            {
                int index = turns[cycle][position];
                if (working.Contains(index) && !await cases[index].Sender.TakeTurnAsync(cycle + 1, position + 1, cancellationToken))
                {
                    working.Remove(index);
                }
            }
        }

        await gate.PassAsync(cancellationToken);
        foreach (int index in some)
        {
            launches[index] = await cases[index].Sender.FinishAsync(cancellationToken);
        }
    }
}
