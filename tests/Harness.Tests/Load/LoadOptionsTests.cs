using System.Globalization;
using FileTransfer.Harness.Commands;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Tests.Load;

/// <summary>Bad usage of the options for load ends with exit code 2, and says what is valid.</summary>
public sealed class LoadOptionsTests
{
    private static readonly DateTimeOffset s_now = new(2026, 11, 24, 12, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData("--connections: '0' is not a number from 1 to 16000", "--connections", "0")]
    [InlineData("a thread for each connection, at most 256; choose an async", "--strategy", "send-file", "--connections", "257")]
    [InlineData("--rate: 'fast' is no rate", "--rate", "fast")]
    [InlineData("--rate: '0' is no rate", "--rate", "0")]
    [InlineData("--schedule says when transfers of a rate begin; add --rate", "--schedule", "poisson")]
    [InlineData("unknown schedule 'even'; valid ones: fixed, poisson", "--rate", "10", "--schedule", "even")]
    [InlineData("--sizes: '1K:0' is no size with a weight above 0", "--sizes", "1K:0,1M:1")]
    [InlineData("--sizes: '1K:1,1K:2' should have 1 to 16 sizes, each once", "--sizes", "1K:1,1K:2")]
    [InlineData("--max-errors: 'some' is neither a number nor a share", "--max-errors", "some")]
    [InlineData("--max-errors: '101%' is neither a number nor a share", "--max-errors", "101%")]
    [InlineData("--barrier: 'start' is not NAME:N", "--barrier", "start")]
    [InlineData("--barrier: 'a/b:2' is not NAME:N", "--barrier", "a/b:2")]
    [InlineData("--barrier: 'start:513' is not NAME:N", "--barrier", "start:513")]
    [InlineData("--start-at and --barrier exclude each other", "--barrier", "start:2", "--start-at", "2000-01-01T00:00:00Z")]
    [InlineData("--start-at: 2000-01-01T00:00:00Z is", "--start-at", "2000-01-01T00:00:00Z")]
    [InlineData("--ranges: only adaptive-async sends a part of a file", "--ranges", "4")]
    [InlineData("--ranges and --connections exclude each other", "--strategy", "adaptive-async", "--ranges", "4", "--connections", "4")]
    [InlineData("--ranges 4: a file with fewer bytes", "--strategy", "adaptive-async", "--ranges", "4", "--size", "3")]
    [InlineData("null cannot be loaded: it transfers nothing", "--strategy", "null", "--connections", "4")]
    [InlineData("http-body-32 cannot be loaded: it has several transfers in flight", "--strategy", "http-body-32", "--connections", "4")]
    [InlineData("send-file@cold cannot be loaded: its condition is made between transfers", "--strategy", "send-file@cold", "--rate", "10")]
    [InlineData("--count and --duration exclude each other", "--connections", "2", "--count", "1", "--duration", "1s")]
    [InlineData("of 2 servers when they meet; add --barrier NAME:N", "--connections", "2", "--server", "http://a:1,http://b:1")]
    [InlineData("2 senders cannot load 3 servers", "--barrier", "x:2", "--server", "http://a:1,http://b:1,http://c:1")]
    [InlineData("--server: a server is named twice", "--barrier", "x:2", "--server", "http://a:1,http://a:1")]
    [InlineData("--server: several servers are for a load of several senders", "--server", "http://a:1,http://b:1")]
    [InlineData("--output: there is no folder /nowhere", "--connections", "2", "--output", "/nowhere/result.json")]
    public async Task Send_BadUsage_SaysWhatIsValid(string message, params string[] arguments)
    {
        (int exitCode, string output, string errors) = await HarnessProcess.RunWithAsync(new FakeMeasurer(), ["send", .. arguments]);
        Assert.Contains(message, errors, StringComparison.Ordinal);
        Assert.Equal(2, exitCode);
        Assert.Equal("", output);
    }

    [Theory]
    [InlineData("load sweeps connections or rates", "--connections", "1,2", "--rate", "10,20")]
    [InlineData("a sweep of rates needs numbers", "--rate", "10,max")]
    [InlineData("--connections: 'many' is not a number", "--connections", "1,many")]
    [InlineData("--max-errors: 'some' is neither", "--connections", "1", "--max-errors", "some")]
    [InlineData("unknown metric of --fail-if 'p999'; did you mean p99 or p99.9? valid ones: p50, p90", "--fail-if", "p999>2ms")]
    [InlineData("unknown metric of --fail-if 'erors'; did you mean errors?", "--fail-if", "rate<1", "--fail-if", "erors>1")]
    [InlineData(
        "unknown metric of --fail-if 'latency'; valid ones: p50, p90, p99, p99.9, max, mean, errors, rate, throughput",
        "--fail-if", "latency>1s")]
    [InlineData("--fail-if: 'p99=2ms' is no condition; write METRIC OP VALUE with one of >= <= > <", "--fail-if", "p99=2ms")]
    [InlineData("--fail-if 'p99>2': '2' is no time above 0; write 150ns, 20us, 1.5ms or 2s", "--fail-if", "p99>2")]
    [InlineData("--fail-if 'p99>=>2ms': '>2ms' is no time", "--fail-if", "p99>=>2ms")]
    [InlineData("--fail-if 'errors>1.5': '1.5' is no number of errors and no share of up to 100%", "--fail-if", "errors>1.5")]
    [InlineData("--fail-if 'errors>101%': '101%' is no number of errors", "--fail-if", "errors>101%")]
    [InlineData("--fail-if 'rate<fast': 'fast' is no rate per second up to 10M; write 9700, 9k or 1.5M", "--fail-if", "rate<fast")]
    [InlineData("--fail-if 'throughput<5': '5' is no throughput above 0 with its unit; write 800kB/s", "--fail-if", "throughput<5")]
    [InlineData("--metrics: there is no folder /nowhere", "--metrics", "/nowhere/load.prom")]
    [InlineData("is a folder; name a file in it, such as load.prom", "--metrics", "/")]
    [InlineData("--metrics: name a file", "--metrics", "")]
    public async Task Load_BadUsage_SaysWhatIsValid(string message, params string[] arguments)
    {
        using var folder = new TemporaryFolder();
        (int exitCode, string _, string errors) = await HarnessProcess.RunWithAsync(
            new FakeMeasurer(), ["load", .. arguments, "--output", folder.Path]);
        Assert.Contains(message, errors, StringComparison.Ordinal);
        Assert.Equal(2, exitCode);
    }

    /// <summary>What only load has is no option of send.</summary>
    [Theory]
    [InlineData("--fail-if", "p99>2ms")]
    [InlineData("--metrics", "load.prom")]
    public async Task Send_OptionOfLoadAlone_IsUnknown(params string[] arguments)
    {
        (int exitCode, string _, string errors) = await HarnessProcess.RunWithAsync(new FakeMeasurer(), ["send", .. arguments]);
        Assert.Contains(arguments[0], errors, StringComparison.Ordinal);
        Assert.Equal(2, exitCode);
    }

    [Theory]
    [InlineData("max", null)]
    [InlineData("9700", 9700.0)]
    [InlineData("10k", 10_000.0)]
    [InlineData("1.5K", 1500.0)]
    [InlineData("1.5M", 1_500_000.0)]
    [InlineData("0.5", 0.5)]
    public void ReadRate_Valid_IsPerSecond(string text, double? expected) => Assert.Equal(expected, RateText.Read(text));

    /// <summary>Clocks of hosts that are minutes apart show here, and not in figures.</summary>
    [Theory]
    [InlineData("2026-11-24T12:00:30Z", null)]
    [InlineData("2026-11-24T13:00:00Z", null)]
    [InlineData("2026-11-24T12:00:30", null)]
    [InlineData("2026-11-24T13:30:30+01:00", null)]
    [InlineData("2026-11-24T11:57:00Z", "180.0 s in the past; by this machine's clock it is 2026-11-24T12:00:00Z")]
    [InlineData("2026-11-24T12:00:00Z", "0.0 s in the past")]
    [InlineData("2026-11-24T13:00:01Z", "60 min ahead; by this machine's clock it is 2026-11-24T12:00:00Z")]
    [InlineData("soon", "is no instant; write it in UTC, such as 2026-11-24T12:01:00Z")]
    public void ReadStart_OutsideOfTheNextHour_SaysWhatTheClockIs(string text, string? message)
    {
        if (message is null)
        {
            Assert.InRange(LoadOptions.ReadStart(text, s_now), s_now, s_now.AddHours(1));
            return;
        }

        Assert.Contains(message, Assert.Throws<UsageException>(() => LoadOptions.ReadStart(text, s_now)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Read_Mix_IsInItsOrder() => Assert.Equal(
        "1K 90, 1M 10, 10 1",
        string.Join(", ", SizeWeights.Read("1K:90,1M:10,10").Select(size => string.Create(
            CultureInfo.InvariantCulture, $"{size.Size} {size.Weight}"))));
}
