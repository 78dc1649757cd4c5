using System.Globalization;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Harness.Tests.Measuring;
using FileTransfer.Harness.Tests.Results;
using FileTransfer.Results;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Native;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Tests.Native;

/// <summary>The native reference against a real server: every way delivers, and a program that lies is found out.</summary>
public sealed class NativeReferenceTests(NativeBuild build, ServerFixture server) : IClassFixture<NativeBuild>, IClassFixture<ServerFixture>
{
    /// <summary>Nothing, around a page, around the chunks of every way, and several pipes full.</summary>
    private static readonly int[] s_sizes = Exhaustive.Or<int[]>(
        [0, 4097, (512 << 10) + 3],
        [0, 1, 4095, 4096, 4097, 65_537, (256 << 10) + 1, (512 << 10) + 3, (12 << 20) + 5]);

    /// <summary>Strategies to measure beside their counterparts; none for all.</summary>
    private static readonly string[] s_measured = Exhaustive.Or<string[]>(["send-file", "splice"], []);

    [ExhaustiveFact]
    public async Task Launch_OfEveryWay_DeliversEverySize()
    {
        var program = NativeProgram.Load(build.Program);
        using var folder = new TemporaryFolder();
        StrategyDescriptor[] ways = [.. program.Ways.Where(way => way.Probe().IsAvailable)];
        Assert.InRange(ways.Length, 17, program.Ways.Count);
        foreach (int size in s_sizes)
        {
            string payload = folder.File($"payload-{size}");
            byte[] content = new byte[size];
            new Random(size).NextBytes(content);
            await File.WriteAllBytesAsync(payload, content, TestContext.Current.CancellationToken);
            foreach (StrategyDescriptor way in ways)
            {
                (LaunchOutput output, LaunchRecord record) = await LaunchAsync(program, way.Id, payload, size);
                Assert.True(record.Failure is null, $"{way.Id} at {size} bytes: {record.Failure}");
                Assert.Equal(0, output.ExitCode);
                Launch launch = record.Launch!;
                Assert.Equal(launch.Nanoseconds.Count, launch.VerifiedByCount);
                // The first transfer, and at least one on the measured connection; nothing has no content.
                Assert.InRange(launch.VerifiedByChecksum, size == 0 ? 1 : 2, int.MaxValue);
                Assert.All(launch.Nanoseconds.Zip(launch.SendReturnedNanoseconds), pair => Assert.InRange(pair.Second, 1, pair.First));
            }
        }
    }

    [ExhaustiveFact]
    public async Task Bench_Native_IsARunLikeAnyOther()
    {
        var program = NativeProgram.Load(build.Program);
        using var folder = new TemporaryFolder();

        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync(
            [
                "bench", "--native", build.Program, "--profile", "smoke", "--sizes", "1K,300000", "--affinity", "same",
                "--output", folder.Path, .. s_measured.Length > 0 ? (string[])["--strategies", string.Join(',', s_measured)] : [],
            ]);

        Assert.True(exitCode == ExitCode.Success, output + errors);
        string results = folder.Run();
        RunResult run = ResultsFile.Load(results);
        Measurement[] native = [.. run.Measurements.Where(measurement => measurement.Dimensions.Counterpart is not null)];
        Assert.Equal(
            2 * program.Ways.Count(way => s_measured.Length == 0 || s_measured.Contains(way.Dimensions.Counterpart)), native.Length);
        Assert.All(native, measurement => Assert.Equal(CanRun(measurement) ? Outcome.Measured : Outcome.Unsupported, measurement.Outcome));
        foreach (Measurement measurement in native.Where(measurement => measurement.Outcome == Outcome.Measured))
        {
            Assert.Equal(measurement.Statistics!.N, measurement.VerifiedByCount);
            Assert.InRange(measurement.VerifiedByChecksum, 2, int.MaxValue);
            Assert.True(measurement is { SenderCpuSecondsPerGB: > 0, ReceiverCpuSecondsPerGB: >= 0, AllocatedBytesPerTransfer: null });
            Assert.Contains(run.Measurements, other => other.Outcome == Outcome.Measured
                && (other.Strategy, other.SizeBytes) == (measurement.Dimensions.Counterpart, measurement.SizeBytes));
        }

        Assert.Empty(ResultsSchemaTests.ViolationsOf(run));
        Assert.Contains("## Beside the native reference", Text(results, "report.md"), StringComparison.Ordinal);
        string again = folder.File("again");
        foreach (string command in (string[])["report", "chart"])
        {
            (exitCode, _, errors) = await HarnessProcess.RunWithAsync(new FakeMeasurer(), command, results, "--output", again);
            Assert.True(exitCode == ExitCode.Success, errors);
        }

        Assert.Contains("native reference", Text(again, "latency-by-size.svg"), StringComparison.Ordinal);

        bool CanRun(Measurement measurement) => program.Ways.Single(way => way.Id == measurement.Strategy).Probe().IsAvailable;

        static string Text(string folder, string name) => File.ReadAllText(Path.Combine(folder, name));
    }

    [Theory]
    [InlineData("s/\"checks\":\\[[^]]*\\]/\"checks\":[]/", "confirmed 1000 bytes with CRC-32C 00000000")]
    [InlineData("s/\"ends\":\\[[0-9]*/\"ends\":[1/", "the native reference cannot be believed")]
    [InlineData("s/\"noDelay\":true/\"noDelay\":false/", "has TCP_NODELAY off")]
    public async Task Launch_ProgramWhoseAnswersAreChanged_Fails(string change, string message)
    {
        using var folder = new TemporaryFolder();
        string program = NativeBuild.Executable(folder.File("liar"), $"\"{build.Program}\" \"$@\" | sed -u '{change}'");

        (_, LaunchRecord record) = await LaunchAsync(NativeProgram.Load(program), "c-send-file", folder.File("payload", 1000), 1000);

        Assert.Null(record.Launch);
        Assert.Contains(message, record.Failure, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Launch_ProgramThatSendsOneMoreThanItTells_IsCaughtByTheServersOwnCount()
    {
        using var folder = new TemporaryFolder();
        // What it is told to send twice it tells once.
        string program = NativeBuild.Executable(folder.File("liar"), $$"""
            [ "$1" = list ] && exec "{{build.Program}}" list
            coproc real { "{{build.Program}}" "$@"; }
            while read -r line; do
                case "$line" in record*) echo "check 1" >&"${real[1]}"; read -r dropped <&"${real[0]}";; esac
                echo "$line" >&"${real[1]}"
                read -r answer <&"${real[0]}"
                echo "$answer"
            done
            """);

        (_, LaunchRecord record) = await LaunchAsync(NativeProgram.Load(program), "c-splice", folder.File("payload", 1000), 1000);

        Assert.Contains("another client uses this server", record.Failure, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Launch_FileThatIsGone_FailsWithTheWordsOfTheProgram()
    {
        using var folder = new TemporaryFolder();
        string payload = folder.File("payload", 1000);
        var program = NativeProgram.Load(build.Program);
        (LaunchOutput output, LaunchRecord record) = await LaunchAsync(program, "c-pigeon", payload, 1000);
        Assert.Equal((1, "there is no way 'c-pigeon'; 'reference list' shows all"), (output.ExitCode, record.Failure));

        (_, record) = await LaunchAsync(program, "c-mapped", payload, 1001);
        Assert.Contains("shrank from 1001 to 1000 bytes", record.Failure, StringComparison.Ordinal);
    }

    private async Task<(LaunchOutput Output, LaunchRecord Record)> LaunchAsync(
        NativeProgram program, string way, string payload, int length)
    {
        CancellationToken cancellationToken = TestContext.Current.CancellationToken;
        var plan = new LaunchPlan
        {
            Strategy = way,
            Payload = new SizedPayload(length.ToString(CultureInfo.InvariantCulture), new Payload(payload, length)),
            Sender = new SenderOptions { Transport = Transport.Tcp, NoDelay = true, Affinity = CpuAffinity.None },
            Profile = Profile.Smoke,
            Round = 1,
            Position = 1,
            NamesItsRuntime = false,
        };
        await using ISender sender = await new NativeLauncher(program).StartAsync(server.Process.Control, cancellationToken);
        bool goesOn = await sender.PrepareAsync(plan, cancellationToken)
            && await sender.SettleAsync(cancellationToken) == true
            && await sender.BeginAsync(cancellationToken);
        for (int cycle = 1; goesOn && cycle <= plan.Profile.Cycles; cycle++)
        {
            goesOn = await sender.TakeTurnAsync(cycle, position: 1, cancellationToken);
        }

        FinishedLaunch launch = await sender.FinishAsync(cancellationToken);
        return (launch.Output, launch.Record!);
    }
}
