using System.Diagnostics;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Strategies.Tests.Machine;

public sealed class ChildProcessTests
{
    private static readonly TimeSpan s_limit = Hang.Limit;

    [Fact]
    public async Task RunAsync_ProgramWithInput_HasItsOutputErrorsAndExitCode()
    {
        ProcessEnd end = await RunAsync("cat; echo second >&2; exit 3", s_limit, input: "first");
        Assert.Equal((3, "first", "second\n"), (end.ExitCode, end.Output, end.Errors));
    }

    [Fact]
    public async Task RunAsync_ProgramThatDoesNotReadItsInput_EndsAsItEnds() =>
        Assert.Equal(4, (await RunAsync("exit 4", s_limit, input: new string('x', 1 << 20))).ExitCode);

    [Fact]
    public async Task RunAsync_LinesOfErrors_AreHandedOnOneByOne()
    {
        List<string> told = [];
        ProcessEnd end = await RunAsync("echo a >&2; echo b >&2", s_limit, told: told.Add);
        Assert.Equal(["a", "b"], told);
        Assert.Empty(end.Errors);
    }

    [Fact]
    public Task RunAsync_ProgramThatDoesNotEnd_TimesOut() =>
        Assert.ThrowsAsync<TimeoutException>(() => RunAsync("exec sleep 60", TimeSpan.FromMilliseconds(100)));

    [Fact]
    public async Task RunAsync_Cancelled_HasEndedTheProcess()
    {
        using var cancelled = new CancellationTokenSource();
        int id = 0;
        Task running = ChildProcess.RunAsync(
            Shell("echo $$ >&2; exec sleep 60"),
            exception => exception,
            s_limit,
            cancelled.Token,
            told: line =>
            {
                id = int.Parse(line, System.Globalization.CultureInfo.InvariantCulture);
                cancelled.Cancel();
            });
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running);
        Assert.Throws<ArgumentException>(() => Process.GetProcessById(id));
    }

    [Fact]
    public async Task RunAsync_NoSuchProgram_ThrowsTheErrorOfTheCaller() => Assert.StartsWith(
        "no program: ",
        (await Assert.ThrowsAsync<InvalidDataException>(() => ChildProcess.RunAsync(
            new ProcessStartInfo("/no/such/program"),
            exception => new InvalidDataException($"no program: {exception.Message}"),
            s_limit,
            TestContext.Current.CancellationToken))).Message,
        StringComparison.Ordinal);

    private static ProcessStartInfo Shell(string program) => new("/bin/sh", ["-c", program]);

    private static Task<ProcessEnd> RunAsync(string program, TimeSpan limit, string? input = null, Action<string>? told = null) =>
        ChildProcess.RunAsync(Shell(program), exception => exception, limit, TestContext.Current.CancellationToken, input, told);
}
