namespace FileTransfer.Strategies.Tests.Faults;

/// <summary>Runs transfers that must not succeed, and sees to it that they leave nothing behind.</summary>
internal static class Failing
{
    /// <summary>Sends to a scripted receiver; returns what the strategy threw.</summary>
    public static async Task<TException> AgainstAsync<TException>(string id, Payload payload, Action<FakeReceiver> script, TimeSpan? timeout = null)
        where TException : Exception
    {
        IReadOnlyList<string> before = OpenDescriptors.Now();
        TException exception;
        using (FakeReceiver receiver = FakeReceiver.For(id, script))
        {
            ConnectionOptions options = receiver.Connection;
            exception = await AgainstAsync<TException>(id, payload, timeout is { } limit ? options with { Timeout = limit } : options);
        }

        AssertNothingLeft(id, before, payload);
        return exception;
    }

    /// <summary>Sends to any receiver; returns what the strategy threw.</summary>
    public static async Task<TException> AgainstAsync<TException>(string id, Payload payload, ConnectionOptions options)
        where TException : Exception
    {
        IReadOnlyList<string> before = OpenDescriptors.Now();
        TException exception;
        ITransferStrategy strategy = await Transfers.ConnectAsync(id, options);
        await using (strategy)
        {
            exception = await Assert.ThrowsAsync<TException>(() => Transfers.RunAsync(strategy, payload));
        }

        await strategy.DisposeAsync();
        if (!StrategyCases.LeavesDescriptorsOpen(id))
        {
            Assert.DoesNotContain(payload.Path, OpenDescriptors.Now().Except(before));
        }

        Assert.Equal(0, Mappings.Of(payload.Path));
        return exception;
    }

    /// <summary>Fails when a transfer of <paramref name="payload"/> left anything open.</summary>
    public static void AssertNothingLeft(string id, IReadOnlyList<string> before, Payload payload) =>
        OpenDescriptors.AssertNothingLeft(StrategyCases.LeavesDescriptorsOpen(id) ? [.. before, payload.Path] : before);
}
