using System.Diagnostics;
using System.Net;
using FileTransfer.Harness.Tests.Measuring;
using FileTransfer.Harness.Tests.Proof;
using FileTransfer.Harness.Tracing;
using FileTransfer.Senders.Native;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Tests.Native;

/// <summary>A native way makes the calls of its counterpart, as strace(1) sees them.</summary>
public sealed class NativeSystemCallTests(NativeBuild build, ServerFixture server)
    : IClassFixture<NativeBuild>, IClassFixture<ServerFixture>
{
    private const int Size = 3 << 20;

    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);

    /// <summary>Calls that move bytes of a file; sendto moves the header of almost every way, and of some the payload.</summary>
    private static readonly string[] s_moving = ["pread64", "sendfile", "splice", "sendmsg", "io_uring_enter"];

    [Fact]
    public async Task EveryWay_Traced_MakesTheCallsOfItsCounterpart()
    {
        Strace.SkipUnlessPossible();
        var program = NativeProgram.Load(build.Program);
        using var folder = new TemporaryFolder();
        string payload = folder.File("payload", Size);
        foreach (StrategyDescriptor way in program.Ways.Where(way => way.Probe().IsAvailable))
        {
            // The loader reads the libraries of the program by pread64.
            SystemCall[] calls = [.. (await TraceAsync(way.Id, payload))
                .Where(call => call.Moved > 0 && (call.Name != "pread64" || call.Descriptors.Contains(payload)))];
            IReadOnlyList<string> expected = StrategyCatalog.Find(way.Dimensions.Counterpart!).SystemCalls;
            string[] seen = [.. calls.Select(call => call.Name).Distinct().Where(name => s_moving.Contains(name)).Order()];
            Assert.True(
                seen.SequenceEqual(expected.Where(name => s_moving.Contains(name))),
                $"{way.Id} made {string.Join(", ", seen)}, and {way.Dimensions.Counterpart} makes {string.Join(", ", expected)}");
            long sent = calls.Where(call => call.Name == "sendto").Sum(call => call.Moved);
            Assert.True(expected.Contains("sendto") == (sent > Size), $"{way.Id} sent {sent} bytes by send(2)");
        }
    }

    private async Task<IReadOnlyList<SystemCall>> TraceAsync(string way, string payload)
    {
        var address = IPEndPoint.Parse(server.Process.Ready.Endpoints[Transport.Tcp]);
        string trace = payload + ".trace";
        string watched = $"trace={string.Join(',', s_moving)},sendto";
        var start = new ProcessStartInfo(
            "strace", ["-qq", "-f", "-y", "-s", "0", "-o", trace, "-e", watched, "-e", "signal=none", build.Program, "send", way, payload])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using Process process = Process.Start(start)!;
        using var limit = new CancellationTokenSource(s_limit);
        await process.StandardInput.WriteAsync($"connect {address.Address} {address.Port}\nrecord 2\n");
        process.StandardInput.Close();
        Task<string> output = process.StandardOutput.ReadToEndAsync(limit.Token);
        string errors = await process.StandardError.ReadToEndAsync(limit.Token);
        await process.WaitForExitAsync(limit.Token);
        Assert.True(process.ExitCode == 0, $"{way}: {errors}{await output}");
        return [.. SystemCall.ParseAll(File.ReadLines(trace))];
    }
}
