using FileTransfer.Senders.Sessions;

namespace FileTransfer.Harness.Rounds;

/// <summary>Lets senders that will take turns settle together.</summary>
internal static class SettlingTogether
{
    /// <summary>
    /// Lets senders settle, a step each in turn, until nothing changes any more in all of them, and begin to count. Those that fail no
    /// longer work.
    /// </summary>
    /// <param name="senders">All senders.</param>
    /// <param name="working">Indices of those that are prepared; of those that fail, the index is removed.</param>
    /// <param name="cancellationToken">Cancels.</param>
    public static async Task RunAsync(IReadOnlyList<RoundSender> senders, HashSet<int> working, CancellationToken cancellationToken)
    {
        HashSet<int> unsettled = [.. working];
        while (unsettled.Count > 0)
        {
            foreach (int index in unsettled.Order().ToArray())
            {
                bool? isSettled = await senders[index].SettleAsync(cancellationToken);
                if (isSettled != false)
                {
                    unsettled.Remove(index);
                }

                if (isSettled is null)
                {
                    working.Remove(index);
                }
            }

            await Task.Delay(RoundSender.BetweenSteps, cancellationToken);
        }

        foreach (int index in working.Order().ToArray())
        {
            if (!await senders[index].BeginAsync(cancellationToken))
            {
                working.Remove(index);
            }
        }

        await Task.Delay(CostMeter.Settled, cancellationToken);
    }
}
