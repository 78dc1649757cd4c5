using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Tests.Faults;

/// <summary>Runs transfers that must not succeed. That they leave nothing open is counted in <see cref="NothingLeftOpenTests"/>.</summary>
internal static class Failing
{
    /// <summary>What a test of silence waits for.</summary>
    private static readonly TimeSpan s_silence = TimeSpan.FromMilliseconds(100);

    /// <summary>What it may take to be connected first, however busy the machine is.</summary>
    private static readonly TimeSpan s_connect = TimeSpan.FromSeconds(30);

    private static readonly TimeSpan s_interval = TimeSpan.FromMilliseconds(20);

    /// <summary>The same connection for a test of silence: it gives up soon.</summary>
    public static ConnectionOptions Impatient(this ConnectionOptions options) =>
        options with { Timeout = s_silence, ConnectTimeout = s_connect, CheckInterval = s_interval };

    /// <summary>The same connection for a test of a file that changes: it looks often.</summary>
    public static ConnectionOptions Watchful(this ConnectionOptions options) => options with { CheckInterval = s_interval };

    /// <summary>Sends to a scripted receiver; returns what the strategy threw.</summary>
    public static async Task<TException> AgainstAsync<TException>(
        string id,
        Payload payload,
        Action<FakeReceiver> script,
        bool isImpatient = false)
        where TException : Exception
    {
        using FakeReceiver receiver = FakeReceiver.For(id, script);
        return await AgainstAsync<TException>(id, payload, isImpatient ? receiver.Connection.Impatient() : receiver.Connection.Watchful());
    }

    /// <summary>Sends to any receiver; returns what the strategy threw.</summary>
    public static async Task<TException> AgainstAsync<TException>(string id, Payload payload, ConnectionOptions options)
        where TException : Exception
    {
        TException exception;
        ITransferStrategy strategy = await Transfers.ConnectAsync(id, options);
        await using (strategy)
        {
            exception = Expected<TException>(id, await Record.ExceptionAsync(() => Transfers.RunAsync(strategy, payload)));
        }

        // Disposed of twice, which must not throw.
        await strategy.DisposeAsync();
        return exception;
    }

    private static TException Expected<TException>(string id, Exception? thrown)
        where TException : Exception
    {
        Assert.True(
            thrown is TException,
            thrown is null
                ? $"{id} delivered, and a {typeof(TException).Name} was expected."
                : $"{id} lets a {thrown.GetType().Name} through, and a {typeof(TException).Name} was "
                    + "expected. Catch what its calls throw and throw "
                    + $"connection.Failed(\"sending\", exception), as ReadWrite and SendFile do. It was: {thrown}");
        return (TException)thrown!;
    }
}
