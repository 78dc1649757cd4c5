using System.Text.Json;
using Xunit;

namespace FileTransfer.Harness.Tests.Proof;

/// <summary>A kernel that refuses makes a strategy unsupported, with the kernel's own reason, and nothing else.</summary>
public sealed class KernelRefusalTests
{
    [Theory]
    [InlineData("io_uring_setup:error=ENOSYS", "io_uring_setup(2) answered 'Function not implemented'")]
    [InlineData("io_uring_setup:error=EPERM", "kernel.io_uring_disabled")]
    [InlineData("io_uring_setup:error=ENOMEM", "RLIMIT_MEMLOCK")]
    [InlineData("io_uring_setup:error=EMFILE", "ulimit -n")]
    [InlineData("io_uring_register:error=ENOMEM:when=1", "io_uring_register(2) of a buffer of 528384 bytes answered 'Cannot allocate memory': no more memory may be locked; raise RLIMIT_MEMLOCK")]
    [InlineData("io_uring_register:error=EINVAL:when=2", "io_uring_register(2) of files answered 'Invalid argument'")]
    public async Task List_KernelRefusesIoUring_SaysWhatItAnswered(string injection, string reason)
    {
        Strace.SkipUnlessPossible();
        (int exitCode, string output, string errors) = await Strace.InjectAsync(injection, "list", "--json");

        Assert.True(exitCode == 0, errors);
        using var list = JsonDocument.Parse(output);
        JsonElement strategy = list.RootElement.EnumerateArray().Single(strategy => strategy.GetProperty("id").GetString() == "io-uring");
        Assert.False(strategy.GetProperty("available").GetBoolean());
        Assert.Contains(reason, strategy.GetProperty("reason").GetString(), StringComparison.Ordinal);
        Assert.True(list.RootElement.EnumerateArray().First(strategy => strategy.GetProperty("id").GetString() == "send-file").GetProperty("available").GetBoolean());
    }

    [Fact]
    public async Task Send_KernelRefusesIoUring_IsUnsupportedAndSendsNothingOtherwise()
    {
        Strace.SkipUnlessPossible();
        (int exitCode, string output, string errors) = await Strace.InjectAsync("io_uring_setup:error=EPERM", "send", "--strategy", "io-uring", "--size", "1K", "--count", "1");
        Assert.Equal(0, exitCode);
        Assert.Equal("", output);
        Assert.StartsWith("unsupported: io-uring: io_uring_setup(2) answered 'Operation not permitted'", errors, StringComparison.Ordinal);
    }
}
