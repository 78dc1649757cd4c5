using System.Globalization;
using Xunit;

namespace FileTransfer.Harness.Tests.Proof;

/// <summary>How much the server takes from the kernel at once, as strace(1) sees it: that is what its tuning is for.</summary>
public sealed class ServerReceiveTests
{
    private const int Size = 1 << 20;
    private const int Count = 5;

    /// <summary>Kestrel's own block; the acknowledgements that the sender receives are shorter as well.</summary>
    private const int UntunedBlock = 4096;

    private static readonly string[] s_receives = ["read", "readv", "recvfrom", "recvmsg"];

    [Theory]
    [InlineData("http", true)]
    [InlineData("http2", true)]
    [InlineData("https", true)]
    [InlineData("http-default", false)]
    public async Task Put_1M_IsReceivedInMoreThanABlockOfKestrelOnlyWhereTuned(string transport, bool isTuned)
    {
        Strace.SkipUnlessPossible();
        using var folder = new TemporaryFolder();
        // The server that send starts is a child of it, and so traced with it.
        IReadOnlyList<SystemCall> calls = await Strace.TraceAsync(
            "send", "--strategy", "http-put-stream", "--transport", transport, "--file", folder.File("payload", Size),
            "--count", Count.ToString(CultureInfo.InvariantCulture), "--warmup", "0", "--placement", "free");
        long[] received = [.. calls
            .Where(call => s_receives.Contains(call.Name) && call.Descriptors.Count > 0 && call.Descriptors[0].StartsWith("TCP", StringComparison.Ordinal))
            .Select(call => call.Moved)];

        Assert.InRange(received.Sum(), (long)Count * Size, long.MaxValue);
        Assert.InRange(received.Max(), isTuned ? UntunedBlock + 1 : 1, isTuned ? long.MaxValue : UntunedBlock);
    }
}
