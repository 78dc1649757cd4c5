using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;
using FileTransfer.Server.Sinks;

namespace FileTransfer.Server.Tests.Receivers;

/// <summary>Starts receivers over named pipes for tests.</summary>
internal static class TestFifo
{
    /// <summary>Longest frame that they take, in bytes.</summary>
    public const int MaximumLength = 1 << 20;

    /// <summary>Starts one; skips the test where there are no named pipes.</summary>
    public static FifoReceiver Start(ServerOptions? options = null, bool logsEvents = false)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "named pipes are used on Linux only");
        return new FifoReceiver(
            "pipe-test",
            (options ?? new ServerOptions { MaximumLength = MaximumLength }) with
            {
                Grace = TimeSpan.FromMilliseconds(200),
                LogsEvents = logsEvents,
            },
            () => new Crc32CSink());
    }
}
