using System.Diagnostics;
using System.Text.RegularExpressions;
using FileTransfer.Harness.Tests.Commands;

namespace FileTransfer.Harness.Tests.Benchmarking;

/// <summary>The program in samples/BenchmarkTransfers, as its user runs it.</summary>
[Collection(Dotnet.Builds)]
public sealed class BenchmarkSampleTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(20);

    private static string Program { get; } = Path.Combine(
        Golden.Root, "artifacts", "bin", "FileTransfer.BenchmarkTransfers", "release", "FileTransfer.BenchmarkTransfers.dll");

    /// <summary>
    /// With diagnosers of BenchmarkDotNet: columns of one, and traces of extra launches of the other, which are proven too. One size of
    /// two: a trace takes longer to convert than a case to measure.
    /// </summary>
    [ExhaustiveFact]
    public async Task Sample_WithAShortJobAndDiagnosers_HasEveryColumnOfEveryCase()
    {
        using var folder = new TemporaryFolder();
        string output = await RunAsync(
            folder, "--filter", "*(*Size: 1K)", "*MyRatios*", "--job", "Short", "--threading", "--profiler", "EP", "--exporters", "json",
            "--buildTimeout", "1800");

        string[][] transfers = Table(folder, "MyTransfers");
        string[][] ratios = Table(folder, "MyRatios");
        Assert.True(transfers.Length == 4, output);
        Assert.True(ratios.Length == 3, output);
        AssertFilled(transfers, "Mean", "Error", "StdDev", "Allocated", "P50", "P99", "MB/s", "Sender CPU s/GB", "Receiver CPU s/GB");
        AssertFilled(transfers, "Completed Work Items", "Lock Contentions");
        AssertFilled(ratios, "Mean", "Ratio", "P50", "P99", "MB/s");
        Assert.Equal(["1K", "1K", "1K"], transfers.Skip(1).Select(row => row[Array.IndexOf(transfers[0], "Size")]));
        Assert.Contains("Proven: 3 cases. ", output, StringComparison.Ordinal);
        Assert.Contains("Proven: 2 cases. ", output, StringComparison.Ordinal);
        // BenchmarkDotNet's JSON has the values too.
        string json = await File.ReadAllTextAsync(
            Assert.Single(Directory.GetFiles(folder.Path, "*MyTransfers*.json", SearchOption.AllDirectories), IsNoTrace),
            TestContext.Current.CancellationToken);
        Assert.Contains("FileTransfer.P99", json, StringComparison.Ordinal);

        // What is awaited goes on in the thread pool, and what blocks does not.
        int strategy = Array.IndexOf(transfers[0], "Strategy");
        int items = Array.IndexOf(transfers[0], "Completed Work Items");
        Assert.All(transfers.Skip(1), row => Assert.Equal(
            row[strategy] == "copy-to-async",
            double.Parse(row[items], System.Globalization.CultureInfo.InvariantCulture) >= 1));
        foreach (string pattern in (string[])["*MyTransfers*.nettrace", "*MyTransfers*.speedscope.json"])
        {
            FileInfo[] traces = new DirectoryInfo(folder.Path).GetFiles(pattern, SearchOption.AllDirectories);
            Assert.True(traces.Length == 3, $"{traces.Length} {pattern}: {output}");
            Assert.All(traces, trace => Assert.True(trace.Length > 0, trace.Name));
        }

        static bool IsNoTrace(string path) => !path.EndsWith(".speedscope.json", StringComparison.Ordinal);
    }

    /// <summary>In the process of the run, which nothing has to be built for.</summary>
    [ExhaustiveTheory]
    [InlineData(Signals.Interrupt)]
    [InlineData(Signals.Terminate)]
    [InlineData(Signals.Kill)]
    public async Task Sample_Ended_LeavesNoProcess(int signal)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "finds the children in /proc");
        using var folder = new TemporaryFolder();
        using Process sample = Process.Start(StartOf(folder, "--filter", "*MyRatios*", "--inProcess"))!;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        limit.CancelAfter(s_limit);
        LinuxProcess? server = null;
        try
        {
            while (server is null)
            {
                string? line = await sample.StandardOutput.ReadLineAsync(limit.Token);
                Assert.NotNull(line);
                server = line.StartsWith("WorkloadActual", StringComparison.Ordinal)
                    ? Assert.Single(LinuxProcess.DescendantsOf(sample.Id), process => process.IsServer)
                    : null;
            }

            Signals.Send(sample.Id, signal);
            await sample.WaitForExitAsync(limit.Token);
            while (server.IsRunning)
            {
                await Task.Delay(TimeSpan.FromMilliseconds(20), limit.Token);
            }
        }
        finally
        {
            sample.Kill(entireProcessTree: true);
        }
    }

    private static async Task<string> RunAsync(TemporaryFolder folder, params string[] arguments)
    {
        (int exitCode, string output) = await Dotnet.TryAsync(Golden.Root, "dotnet", [Program, .. arguments, "--artifacts", folder.Path]);
        Assert.True(exitCode == 0, output);
        return output;
    }

    private static ProcessStartInfo StartOf(TemporaryFolder folder, params string[] arguments) =>
        new("dotnet", [Program, .. arguments, "--artifacts", folder.Path])
        {
            WorkingDirectory = Golden.Root,
            RedirectStandardOutput = true,
        };

    /// <summary>The cells of BenchmarkDotNet's CSV; the first row has the titles.</summary>
    internal static string[][] Table(TemporaryFolder folder, string name) =>
    [
        .. File.ReadLines(Assert.Single(Directory.GetFiles(folder.Path, $"*{name}*-report.csv", SearchOption.AllDirectories)))
            // Numbers of four digits have a comma, and quotation marks around them.
            .Select(line => Regex.Matches(line, "(?<=^|[,;])(?:\"([^\"]*)\"|([^,;]*))").Select(cell => cell.Value.Trim('"')).ToArray()),
    ];

    private static void AssertFilled(string[][] table, params string[] titles)
    {
        foreach (string title in titles)
        {
            int column = Array.IndexOf(table[0], title);
            Assert.True(column >= 0, $"there is no column {title} in {string.Join(" | ", table[0])}");
            Assert.All(table.Skip(1), row => Assert.Matches("^[0-9]", row[column]));
        }
    }
}
