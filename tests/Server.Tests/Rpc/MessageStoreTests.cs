using System.Runtime.CompilerServices;
using FileTransfer.Server.Rpc;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Rpc;

namespace FileTransfer.Server.Tests.Rpc;

/// <summary>Messages are made once, and kept as long as there is room.</summary>
public sealed class MessageStoreTests
{
    private const int Length = 1000;

    private readonly List<(PayloadContent Content, int Length)> _made = [];
    private bool _isFailing;

    [Fact]
    public void Lend_Again_IsTheSameMessage()
    {
        MessageStore store = Store(long.MaxValue);
        PreparedMessage first = Get(store, PayloadContent.Random, Length);
        Assert.Same(first, Get(store, PayloadContent.Random, Length));
        Assert.NotSame(first, Get(store, PayloadContent.Text, Length));
        Assert.NotSame(first, Get(store, PayloadContent.Random, Length + 1));
        Assert.Same(first, Get(store, PayloadContent.Random, Length));
        Assert.Equal([(PayloadContent.Random, Length), (PayloadContent.Text, Length), (PayloadContent.Random, Length + 1)], _made);
    }

    [Fact]
    public void Lend_WhereThereIsNoRoomForAll_DropsWhatWasAskedForLongestAgo()
    {
        MessageStore store = Store(3 * Length);
        PreparedMessage[] messages = [.. Enumerable.Range(0, 3).Select(less => Get(store, PayloadContent.Random, Length - less))];
        Assert.Same(messages[0], Get(store, PayloadContent.Random, Length));
        PreparedMessage fourth = Get(store, PayloadContent.Text, Length);
        Assert.Same(fourth, Get(store, PayloadContent.Text, Length));
        Assert.Same(messages[0], Get(store, PayloadContent.Random, Length));
        Assert.Same(messages[2], Get(store, PayloadContent.Random, Length - 2));
        Assert.NotSame(messages[1], Get(store, PayloadContent.Random, Length - 1));
    }

    [Fact]
    public void Lend_OneThatIsLongerThanTheBudget_IsRefusedAndLeavesTheOthers()
    {
        MessageStore store = Store(Length);
        PreparedMessage message = Get(store, PayloadContent.Random, Length);
        AssertRefused(() => store.Lend(PayloadContent.Text, Length + 1));
        Assert.Equal([(PayloadContent.Random, Length)], _made);
        Assert.Equal(Length, message.Data.Length);
        Get(store, PayloadContent.Random, Length);
    }

    [Fact]
    public void Lend_WhileOthersAreInUse_IsRefusedUntilTheyAreGivenBack()
    {
        MessageStore store = Store(2 * Length);
        LentMessage first = store.Lend(PayloadContent.Random, Length);
        using LentMessage again = store.Lend(PayloadContent.Random, Length);
        LentMessage second = store.Lend(PayloadContent.Text, Length);
        AssertRefused(() => store.Lend(PayloadContent.Random, 1));
        // A message that several use is there until the last of them has done with it.
        first.Dispose();
        first.Dispose();
        AssertRefused(() => store.Lend(PayloadContent.Random, 1));
        second.Dispose();
        using LentMessage third = store.Lend(PayloadContent.Random, 1);
        Assert.Equal(Length + 1, store.Used);
    }

    [Fact]
    public void Lend_WithCopies_CountsThemUntilItIsGivenBack()
    {
        MessageStore store = Store(3 * Length);
        LentMessage lent = store.Lend(PayloadContent.Random, Length, copies: 2);
        Assert.Equal(3 * Length, store.Used);
        AssertRefused(() => store.Lend(PayloadContent.Random, Length, copies: 1));
        lent.Dispose();
        Assert.Equal(Length, store.Used);
        store.Lend(PayloadContent.Random, Length, copies: 1).Dispose();
    }

    [Fact]
    public void Packed_CountsWhatIsKeptAndIsRefusedWithoutRoom()
    {
        MessageStore store = Store(4 * Length);
        using LentMessage lent = store.Lend(PayloadContent.Text, Length);
        byte[] packed = lent.Packed;
        Assert.Same(packed, lent.Packed);
        Assert.Equal(Length + packed.Length, store.Used);
        using LentMessage other = store.Lend(PayloadContent.Random, 2 * Length);
        AssertRefused(() => other.Packed);
        Assert.Equal((3 * Length) + packed.Length, store.Used);
    }

    /// <summary>From many threads at a time: what is made at any moment, and not given back yet, never exceeds the budget.</summary>
    [Fact]
    public async Task Lend_ManyAtOnce_NeverExceedsTheBudget()
    {
        const int Budget = 10 * Length;
        long inUse = 0;
        long most = 0;
        int refused = 0;
        using var store = new MessageStore(Budget, (content, length) => new PreparedMessage(content, length));
        using var enough = new Barrier(8);
        await Task.WhenAll(Enumerable.Range(0, 8).Select(seed => Task.Factory.StartNew(
            () =>
            {
                Assert.True(enough.SignalAndWait(TimeSpan.FromSeconds(30)));
                var random = new Random(seed);
                List<(LentMessage Lent, int Length)> held = [];
                for (int i = 0; i < 200; i++)
                {
                    try
                    {
                        // Lengths of one thread alone: nobody shares a message.
                        int length = (random.Next(Length / 8) * 8) + seed;
                        held.Add((store.Lend(PayloadContent.Random, length, copies: 1), length));
                        long now = Interlocked.Add(ref inUse, length);
                        InterlockedMaximum(ref most, Math.Max(now, store.Used));
                    }
                    catch (RpcException exception) when (exception.Code == RpcCode.ResourceExhausted)
                    {
                        Interlocked.Increment(ref refused);
                    }

                    while (held.Count > random.Next(4))
                    {
                        Interlocked.Add(ref inUse, -held[0].Length);
                        held[0].Lent.Dispose();
                        held.RemoveAt(0);
                    }
                }

                Interlocked.Add(ref inUse, -held.Sum(one => one.Length));
                held.ForEach(one => one.Lent.Dispose());
            },
            TestContext.Current.CancellationToken,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default)));
        Assert.InRange(most, 1, Budget);
        Assert.InRange(store.Used, 0, Budget);
        Assert.NotEqual(0, refused);
    }

    [Fact]
    public void Lend_AfterAFailure_TriesAgain()
    {
        MessageStore store = Store(long.MaxValue);
        _isFailing = true;
        Assert.Throws<InsufficientMemoryException>(() => Get(store, PayloadContent.Random, Length));
        _isFailing = false;
        Assert.Same(Get(store, PayloadContent.Random, Length), Get(store, PayloadContent.Random, Length));
        Assert.Equal(2, _made.Count);
    }

    [Fact]
    public void Dispose_KeepsNoMessageAndMakesNone()
    {
        MessageStore store = Store(long.MaxValue);
        WeakReference message = Make(store);
        Collect();
        Assert.True(message.IsAlive);
        store.Dispose();
        Collect();
        Assert.False(message.IsAlive);
        Assert.Throws<ObjectDisposedException>(() => Get(store, PayloadContent.Random, Length));
    }

    /// <summary>In a method of its own, so that no local of the test keeps it.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Make(MessageStore store) => new(Get(store, PayloadContent.Random, Length));

    private static void Collect()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
    }

    private static PreparedMessage Get(MessageStore store, PayloadContent content, int length)
    {
        using LentMessage lent = store.Lend(content, length);
        return lent.Message;
    }

    private static void AssertRefused(Func<object> call) =>
        Assert.Equal(RpcCode.ResourceExhausted, Assert.Throws<RpcException>(call).Code);

    private static void InterlockedMaximum(ref long most, long value)
    {
        for (long known = Interlocked.Read(ref most); value > known;)
        {
            known = Interlocked.CompareExchange(ref most, value, known);
        }
    }

    private MessageStore Store(long mostMemory) => new(mostMemory, (content, length) =>
    {
        _made.Add((content, length));
        return _isFailing ? throw new InsufficientMemoryException() : new PreparedMessage(content, length);
    });
}
