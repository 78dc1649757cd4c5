using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests.Wire;

/// <summary>Between a guard's look and what it does about it, the transfer may end and the next one begin.</summary>
public sealed class StallGuardTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan s_interval = TimeSpan.FromMilliseconds(1);
    private static readonly Payload s_first = new("first", 1);
    private static readonly Payload s_second = new("second", 2);

    [Fact]
    public void BreakOff_WhileTheTransferEnds_FailsItAndLetsNoOtherBegin()
    {
        StallGuard? guard = null;
        Exception? leaving = null;
        Exception? entering = null;
        using var brokenOff = new ManualResetEventSlim();
        using (guard = new StallGuard(
            () =>
            {
                // As its thread would, when its acknowledgement came after the guard had decided and before it acted.
                leaving = Record.Exception(guard!.Leave);
                entering = Record.Exception(() => guard.Enter(s_second));
                brokenOff.Set();
            },
            timeout: TimeSpan.Zero,
            s_interval,
            throwIfChanged: _ => throw Changed()))
        {
            guard.Enter(s_first);
            Assert.True(brokenOff.Wait(s_limit, TestContext.Current.CancellationToken), "nothing was broken off");
            Assert.Equal(TransferErrorKind.PayloadChanged, Assert.IsType<TransferException>(leaving).Kind);
            TransferException next = Assert.IsType<TransferException>(entering);
            Assert.Equal(TransferErrorKind.OutOfStep, next.Kind);
            Assert.Same(leaving, next.InnerException);
            Assert.Same(leaving, guard.Verdict);
            Assert.False(guard.IsWithinTransfer);
        }
    }

    [Fact]
    public void Look_WhileTheTransferEndsAndTheNextBegins_BreaksNeitherOff()
    {
        StallGuard? guard = null;
        var looks = new List<Payload>();
        int brokenOff = 0;
        using var lookedAgain = new ManualResetEventSlim();
        using (guard = new StallGuard(() => brokenOff++, timeout: s_limit, s_interval, Look))
        {
            guard.Enter(s_first);
            Assert.True(lookedAgain.Wait(s_limit, TestContext.Current.CancellationToken), "there was no second look");
            Assert.Null(guard.Verdict);
            Assert.True(guard.IsWithinTransfer);
            guard.Leave();
        }

        Assert.Equal([s_first, s_second], looks.Take(2));
        Assert.Equal(0, brokenOff);

        void Look(Payload payload)
        {
            looks.Add(payload);
            if (looks.Count == 1)
            {
                guard!.Leave();
                guard.Enter(s_second);
                throw Changed();
            }

            lookedAgain.Set();
        }
    }

    [Fact]
    public void BreakOff_AmongManyTransfers_HitsTheOneThatFails()
    {
        const int Guards = 20;
        const int LongestTransfer = 50;
        var empty = new Payload("empty", 0);
        for (int run = 0; run < Guards; run++)
        {
            int current = 0;
            int hit = -1;
            // Too late as soon as it has begun.
            using var guard = new StallGuard(
                () => hit = Volatile.Read(ref current),
                timeout: TimeSpan.Zero,
                s_interval,
                throwIfChanged: _ => { });
            long deadline = Environment.TickCount64 + (long)s_limit.TotalMilliseconds;
            Assert.Throws<TransferException>(() =>
            {
                while (Environment.TickCount64 < deadline)
                {
                    guard.Enter(empty);
                    // Short ones end while the guard looks, long ones do not.
                    Thread.SpinWait(current % LongestTransfer);
                    guard.Leave();
                    Volatile.Write(ref current, current + 1);
                }
            });
            Assert.NotNull(guard.Verdict);
            guard.Dispose();
            Assert.Equal(current, hit);
        }
    }

    [Fact]
    public void BreakOff_OfATransferThatStays_IsSeenToBeWithinItUntilItLeaves()
    {
        StallGuard? guard = null;
        using var sawTransfer = new ManualResetEventSlim();
        using var returned = new ManualResetEventSlim();
        using (guard = new StallGuard(
            () =>
            {
                // What a named pipe does: it reads away what the transfer writes, until that has noticed.
                while (guard!.IsWithinTransfer)
                {
                    sawTransfer.Set();
                    Thread.Yield();
                }

                returned.Set();
            },
            timeout: TimeSpan.Zero,
            s_interval,
            throwIfChanged: _ => throw Changed()))
        {
            guard.Enter(s_first);
            Assert.True(sawTransfer.Wait(s_limit, TestContext.Current.CancellationToken), "the transfer was not broken off");
            Assert.Throws<TransferException>(guard.Leave);
            Assert.True(returned.Wait(s_limit, TestContext.Current.CancellationToken), "breaking off goes on after the transfer has left");
        }
    }

    private static TransferException Changed() => new(TransferErrorKind.PayloadChanged, "changed on purpose");
}
