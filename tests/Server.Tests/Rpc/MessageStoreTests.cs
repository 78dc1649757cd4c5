using System.Runtime.CompilerServices;
using FileTransfer.Server.Rpc;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Server.Tests.Rpc;

/// <summary>Messages are made once, and kept as long as there is room.</summary>
public sealed class MessageStoreTests
{
    private const int Length = 1000;

    private readonly List<(PayloadContent Content, int Length)> _made = [];
    private bool _isFailing;

    [Fact]
    public void Get_Again_IsTheSameMessage()
    {
        MessageStore store = Store(long.MaxValue);
        PreparedMessage first = store.Get(PayloadContent.Random, Length);
        Assert.Same(first, store.Get(PayloadContent.Random, Length));
        Assert.NotSame(first, store.Get(PayloadContent.Text, Length));
        Assert.NotSame(first, store.Get(PayloadContent.Random, Length + 1));
        Assert.Same(first, store.Get(PayloadContent.Random, Length));
        Assert.Equal([(PayloadContent.Random, Length), (PayloadContent.Text, Length), (PayloadContent.Random, Length + 1)], _made);
    }

    [Fact]
    public void Get_WhereThereIsNoRoomForAll_DropsWhatWasAskedForLongestAgo()
    {
        // Room for three, plain and compressed.
        MessageStore store = Store(2 * 3 * Length);
        PreparedMessage[] messages = [.. Enumerable.Range(0, 3).Select(less => store.Get(PayloadContent.Random, Length - less))];
        Assert.Same(messages[0], store.Get(PayloadContent.Random, Length));
        PreparedMessage fourth = store.Get(PayloadContent.Text, Length);
        Assert.Same(fourth, store.Get(PayloadContent.Text, Length));
        Assert.Same(messages[0], store.Get(PayloadContent.Random, Length));
        Assert.Same(messages[2], store.Get(PayloadContent.Random, Length - 2));
        Assert.NotSame(messages[1], store.Get(PayloadContent.Random, Length - 1));
    }

    [Fact]
    public void Get_OneThatHasNoRoom_IsKeptUntilTheNext()
    {
        MessageStore store = Store(Length);
        PreparedMessage message = store.Get(PayloadContent.Random, Length);
        Assert.Same(message, store.Get(PayloadContent.Random, Length));
        store.Get(PayloadContent.Text, Length);
        Assert.NotSame(message, store.Get(PayloadContent.Random, Length));
    }

    [Fact]
    public void Get_AfterAFailure_TriesAgain()
    {
        MessageStore store = Store(long.MaxValue);
        _isFailing = true;
        Assert.Throws<InsufficientMemoryException>(() => store.Get(PayloadContent.Random, Length));
        _isFailing = false;
        Assert.Same(store.Get(PayloadContent.Random, Length), store.Get(PayloadContent.Random, Length));
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
        Assert.Throws<ObjectDisposedException>(() => store.Get(PayloadContent.Random, Length));
    }

    /// <summary>In a method of its own, so that no local of the test keeps it.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Make(MessageStore store) => new(store.Get(PayloadContent.Random, Length));

    private static void Collect()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
    }

    private MessageStore Store(long mostMemory) => new(mostMemory, (content, length) =>
    {
        _made.Add((content, length));
        return _isFailing ? throw new InsufficientMemoryException() : new PreparedMessage(content, length);
    });
}
