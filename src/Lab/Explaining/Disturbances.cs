using System.Diagnostics;
using System.Globalization;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Lab.Explaining;

/// <summary>What can be done to a case from outside. All of it ends with this process, or is put back.</summary>
internal static class Disturbances
{
    private static readonly TimeSpan s_writing = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan s_period = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan s_betweenPauses = TimeSpan.FromMilliseconds(100);

    /// <summary>Looking for new threads takes milliseconds of a processor: done at every move it would be a neighbour.</summary>
    private static readonly TimeSpan s_betweenLooks = TimeSpan.FromMilliseconds(250);

    /// <summary>A program that keeps every processor busy for a share of the time.</summary>
    public static Disturb Neighbour(double share) => async (_, _, cancellationToken) =>
    {
        Thread[] threads = [.. ProcessorMask.Allowed().Select(processor => new Thread(() => Work(processor, share, cancellationToken)))];
        Array.ForEach(threads, thread => thread.Start());
        await Until(cancellationToken);
        Array.ForEach(threads, thread => thread.Join());
    };

    /// <summary>
    /// The receiver stops ten times a second, for so long each time: the freezer of cgroups(7), which no process notices.
    /// </summary>
    public static Disturb ReceiverPauses(TimeSpan length) => async (explainer, _, cancellationToken) =>
    {
        using var group = new TrialGroup("freezer");
        try
        {
            while (!cancellationToken.IsCancellationRequested)
            {
                foreach (int server in ProcessFamily.ServersBelow(explainer))
                {
                    group.Add(server);
                }

                group.Write("freezer.state", "FROZEN");
                await Wait(length, cancellationToken);
                group.Write("freezer.state", "THAWED");
                await Wait(s_betweenPauses, cancellationToken);
            }
        }
        finally
        {
            group.Write("freezer.state", "THAWED");
        }
    };

    /// <summary>All processes of the case together get so many processors: cpu.cfs_quota_us of cgroups(7).</summary>
    public static Disturb Quota(double processors) => async (explainer, _, cancellationToken) =>
    {
        const int Period = 100_000;
        using var group = new TrialGroup("cpu");
        group.Write("cpu.cfs_period_us", Period.ToString(CultureInfo.InvariantCulture));
        group.Write("cpu.cfs_quota_us", ((int)(Period * processors)).ToString(CultureInfo.InvariantCulture));
        group.Add(explainer);
        while (!cancellationToken.IsCancellationRequested)
        {
            // Those that were started before the explainer was added; later ones inherit the group.
            ProcessFamily.Below(explainer).ForEach(group.Add);
            await Wait(s_betweenPauses, cancellationToken);
        }
    };

    /// <summary>Both ends change their processors, again and again, and never meet.</summary>
    public static Disturb Migrations(TimeSpan every) => async (explainer, _, cancellationToken) =>
    {
        int[] processors = [.. ProcessorMask.Allowed().Take(2)];
        (int Thread, bool IsServer)[] threads = [];
        long looked = 0;
        for (int turn = 0; !cancellationToken.IsCancellationRequested; turn++)
        {
            if (turn == 0 || Stopwatch.GetElapsedTime(looked) > s_betweenLooks)
            {
                threads = ProcessFamily.ThreadsBelow(explainer);
                looked = Stopwatch.GetTimestamp();
            }

            foreach ((int thread, bool isServer) in threads)
            {
                ProcessorPin.ThreadTo(thread, [processors[(turn + (isServer ? 1 : 0)) % processors.Length]]);
            }

            await Wait(every, cancellationToken);
        }
    };

    /// <summary>The file is thrown out of the page cache, again and again.</summary>
    public static Disturb Evictions(TimeSpan every) => async (_, file, cancellationToken) =>
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            PageCache.Drop(file);
            await Wait(every, cancellationToken);
        }
    };

    /// <summary>
    /// A program that writes to the disk of the file, and waits until the disk has it: for a fifth of a second, and then not for so long.
    /// </summary>
    public static Disturb DiskWriter(TimeSpan rest) => async (_, file, cancellationToken) =>
    {
        const int Chunk = 4 << 20;
        const int Most = 64;
        byte[] data = new byte[Chunk];
        string path = file + ".writer";
        try
        {
            await using FileStream target = File.Create(path);
            int written = 0;
            while (!cancellationToken.IsCancellationRequested)
            {
                long began = Stopwatch.GetTimestamp();
                for (; Stopwatch.GetElapsedTime(began) < s_writing && !cancellationToken.IsCancellationRequested; written++)
                {
                    target.Position = (long)(written % Most) * Chunk;
                    target.Write(data);
                    target.Flush(flushToDisk: true);
                }

                await Wait(rest, cancellationToken);
            }
        }
        finally
        {
            File.Delete(path);
        }
    };

    private static void Work(int processor, double share, CancellationToken cancellationToken)
    {
        if (OperatingSystem.IsLinux())
        {
            ProcessorPin.ThisThreadToCpu(processor);
        }

        while (!cancellationToken.IsCancellationRequested)
        {
            long began = Stopwatch.GetTimestamp();
            while (Stopwatch.GetElapsedTime(began) < s_period * share)
            {
                Thread.SpinWait(10);
            }

            Thread.Sleep(s_period * (1 - share));
        }
    }

    private static Task Until(CancellationToken cancellationToken) => Wait(Timeout.InfiniteTimeSpan, cancellationToken);

    private static async Task Wait(TimeSpan time, CancellationToken cancellationToken) =>
        await Task.Delay(time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
}
