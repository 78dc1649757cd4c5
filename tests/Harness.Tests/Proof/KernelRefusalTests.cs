using System.Text.Json;
using FileTransfer.Strategies;

namespace FileTransfer.Harness.Tests.Proof;

/// <summary>
/// What becomes of the kernel's errors that no test can cause: a strategy that is unsupported, or a file that cannot be read.
/// </summary>
public sealed class KernelRefusalTests(TracedServer server) : IClassFixture<TracedServer>
{
    [Theory]
    [InlineData("io_uring_setup:error=ENOSYS", "io_uring_setup(2) failed with 'Function not implemented'")]
    [ExhaustiveInlineData("io_uring_setup:error=EPERM", "kernel.io_uring_disabled")]
    [ExhaustiveInlineData("io_uring_setup:error=ENOMEM", "RLIMIT_MEMLOCK")]
    [ExhaustiveInlineData("io_uring_setup:error=EMFILE", "ulimit -n")]
    [InlineData(
        "io_uring_register:error=ENOMEM:when=1",
        "io_uring_register(2) of a buffer of 524360 bytes failed with 'Cannot allocate "
        + "memory': the limit of locked memory is reached; raise RLIMIT_MEMLOCK")]
    [ExhaustiveInlineData("io_uring_register:error=EINVAL:when=2", "io_uring_register(2) of files failed with 'Invalid argument'")]
    public async Task List_KernelRefusesIoUring_SaysWhatItAnswered(string injection, string reason)
    {
        Strace.SkipUnlessPossible();
        (int exitCode, string output, string errors) = await Strace.InjectAsync(injection, "list", "--json");

        Assert.True(exitCode == 0, errors);
        using var list = JsonDocument.Parse(output);
        JsonElement strategy = list.RootElement.EnumerateArray().Single(strategy => strategy.GetProperty("id").GetString() == "io-uring");
        Assert.False(strategy.GetProperty("available").GetBoolean());
        Assert.Contains(reason, strategy.GetProperty("reason").GetString(), StringComparison.Ordinal);
        Assert.True(list.RootElement
            .EnumerateArray()
            .First(strategy => strategy.GetProperty("id").GetString() == "send-file")
            .GetProperty("available")
            .GetBoolean());
    }

    [Theory]
    [InlineData("native-send-file", "sendfile", "EIO", "Input/output error")]
    [ExhaustiveInlineData("native-send-file", "sendfile", "EOVERFLOW", "Value too large for defined data type")]
    [ExhaustiveInlineData("adaptive", "sendfile", "EIO", "Input/output error")]
    [ExhaustiveInlineData("splice", "splice", "EIO", "Input/output error")]
    [ExhaustiveInlineData("pipe-splice", "splice", "EIO", "Input/output error")]
    [InlineData("http-multipart-splice", "splice", "EIO", "Input/output error")]
    public async Task Send_DiskFails_NamesTheFileAndNotTheConnection(
        string id,
        string call,
        string error,
        string reason)
    {
        (int exitCode, string output, string errors) = await server.SendAsync(
            StrategyCatalog.Find(id),
            // FileSender sends more by splice(2).
            id == "adaptive" ? 300 << 10 : 1 << 20,
            $"{call}:error={error}:when=3+");
        Assert.Equal(1, exitCode);
        Assert.Equal("", output);
        Assert.Matches("cannot be (opened or )?read", errors);
        Assert.Contains(reason, errors, StringComparison.Ordinal);
        Assert.DoesNotContain("connection lost", errors, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("native-send-file", "sendfile")]
    [ExhaustiveInlineData("splice", "splice")]
    [ExhaustiveInlineData("pipe-splice", "splice")]
    [ExhaustiveInlineData("pipe-vmsplice-mapped", "vmsplice")]
    [InlineData("http-multipart-splice", "splice")]
    public async Task Send_KernelHasNoSuchCall_NamesTheCallAndNotTheConnection(string id, string call)
    {
        (int exitCode, string output, string errors) = await server.SendAsync(StrategyCatalog.Find(id), 1 << 20, $"{call}:error=ENOSYS");
        Assert.Equal(1, exitCode);
        Assert.Equal("", output);
        Assert.Contains($"this kernel has no {call}(2); choose another strategy", errors, StringComparison.Ordinal);
        Assert.DoesNotContain("connection lost", errors, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Send_KernelRefusesIoUring_IsUnsupportedAndSendsNothingOtherwise()
    {
        Strace.SkipUnlessPossible();
        (int exitCode, string output, string errors) = await Strace.InjectAsync(
            "io_uring_setup:error=EPERM", "send", "--strategy", "io-uring", "--size", "1K", "--count", "1");
        Assert.Equal(0, exitCode);
        Assert.Equal("", output);
        Assert.StartsWith(
            "unsupported: io-uring: io_uring_setup(2) failed with 'Operation not permitted'",
            errors,
            StringComparison.Ordinal);
    }
}
