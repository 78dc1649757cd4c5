using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Lab.Docs;
using FileTransfer.Results;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Tests.Docs;

/// <summary>No published run is older than a commit that changes what it measures, unless its page says so.</summary>
public sealed class PublishedAgeTests
{
    private const string Unchanged = "charts/unchanged.txt";

    /// <summary>What every run goes through: the sender process, the turns, connections and files.</summary>
    private static readonly string[] s_always =
    [
        "src/Senders/Engine", "src/Senders/Sessions", "src/Harness/Rounds", "src/Strategies/Wire", "src/Strategies/Files",
        "src/Strategies/Tcp", "src/Strategies/Interop", "src/Server/Hosting",
        // Where the first two were before.
        "src/Harness/Engine", "src/Harness/Senders",
    ];

    /// <summary>By the folder of a strategy: what receives or serves, and what else it is made of.</summary>
    private static readonly Dictionary<string, string[]> s_others = new()
    {
        ["Sockets"] = ["src/Server/Receivers", "src/FileSender"],
        ["Pipes"] = ["src/Server/Receivers"],
        ["SelfTest"] = [],
        ["Http"] = ["src/Server/Http"],
        ["Rpc"] = ["src/Server/Rpc", "src/Server/Http"],
        ["Downloads"] = ["src/Server/Downloads", "src/Server/Http", "src/FileSender", "src/FileSender.AspNetCore"],
        ["Storing"] = ["src/Server/Storing", "src/Server/Http", "src/FileSender", "src/Strategies/Sockets"],
    };

    public static TheoryData<string> Runs =>
        [.. PublishedFolder.All(Golden.Root, DocumentPage.All(Golden.Root))
            .Select(run => run.Path)];

    [Theory]
    [MemberData(nameof(Runs))]
    public async Task PublishedRun_IsYoungerThanEveryChangeOfWhatItMeasures(string path)
    {
        RunResult run = Load(path);
        string commit = run.Environment.Sender.Commit;
        Assert.DoesNotContain("-dirty", commit, StringComparison.Ordinal);
        string[] harmless = [.. File.ReadLines(Path.Combine(Golden.Root, Unchanged))
            .Where(line => !line.StartsWith('#'))
            .Select(line => line.Split('\t') switch
            {
                [var subject, { Length: > 0 }] => subject,
                [var subject, { Length: > 0 }, var runs] => runs.Split(',').Contains(Path.GetFileName(path)) ? subject : "",
                _ => throw new InvalidDataException($"{Unchanged}: '{line}' is no subject, tab and reason"),
            })];
        if (await ChangesSinceAsync(commit, PathsOf(run)) is not { } changes)
        {
            TestContext.Current.TestOutputHelper!.WriteLine($"not checked: this copy of the sources does not know commit {commit}");
            return;
        }

        string[] later = [.. changes.Except(harmless)];
        if (OlderRuns.NoteOf(Golden.Root, path) is { } note)
        {
            Assert.False(later is [], $"{path} is as new as what it measures: take its line out of {OlderRuns.List} ({note})");
            return;
        }

        Assert.True(
            later is [],
            $"{path} was measured at commit {commit}. Later commits change what it measures:\n  {string.Join("\n  ", later)}\n"
            + $"Measure it anew (scripts/publish.sh {Path.GetFileName(path)}), say in {Unchanged} why no figure changes, or in "
            + $"{OlderRuns.List} what has changed, until it is measured.");
    }

    /// <summary>What has changed since a run stands above everything that is shown of it.</summary>
    [Fact]
    public void Source_OfAnOlderRun_SaysWhatHasChanged()
    {
        string folder = Directory.CreateTempSubdirectory("filetransfer-older-").FullName;
        try
        {
            Directory.CreateDirectory(Path.Combine(folder, "charts"));
            File.WriteAllText(Path.Combine(folder, OlderRuns.List), "# a comment\nhere/socket\tIt is faster now.\n");
            Assert.Null(OlderRuns.NoteOf(folder, "charts/here/tls"));
            string? note = OlderRuns.NoteOf(folder, "charts/here/socket");
            RunResult run = Load(Runs.First().Data);
            Assert.Contains(
                "**Changed since then:** It is faster now.",
                PublishedRun.Source(run, "a", "b", note),
                StringComparison.Ordinal);
            Assert.DoesNotContain("Changed since", PublishedRun.Source(run, "a", "b"), StringComparison.Ordinal);

            File.WriteAllText(Path.Combine(folder, OlderRuns.List), "here/socket and no more\n");
            Assert.Throws<UsageException>(() => OlderRuns.NoteOf(folder, "charts/here/socket"));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>Otherwise the rule above would hold of anything.</summary>
    [Fact]
    public async Task Changes_SinceACommitBeforeSeveral_AreTheirSubjects()
    {
        if (await ChangesSinceAsync("eb7630cb0f7b", s_others["Sockets"]) is { } changes)
        {
            Assert.Contains("Say when Wait.Learn asks again, and that its old figures are old", changes);
        }
    }

    private static RunResult Load(string path) => ResultsFile.Load(Path.Combine(Golden.Root, path));

    private static IEnumerable<string> PathsOf(RunResult run)
    {
        string[] folders = [.. run.Measurements
            .Select(measurement => StrategyCatalog.TryFind(measurement.Strategy.Split('@')[0], out StrategyDescriptor? found)
                ? found.Implementation.Namespace!.Split('.')[^1]
                // A way of the native reference makes the calls of one over sockets.
                : "Sockets")
            .Distinct()];
        return [
            .. s_always,
            .. folders.Select(folder => $"src/Strategies/{folder}"),
            .. folders.SelectMany(folder => s_others[folder]).Distinct(),
            .. run.Measurements.Any(IsNative) ? ["native", "src/Senders/Native"] : (string[])[],
        ];
    }

    private static bool IsNative(Measurement measurement) => measurement.Strategy.StartsWith("c-", StringComparison.Ordinal);

    /// <summary>
    /// Subjects of the commits after one that touch these folders; null in an archive of the sources or a shallow clone, which do not know
    /// their history. That is no reason to skip the test: whoever commits has it.
    /// </summary>
    private static async Task<string[]?> ChangesSinceAsync(string commit, IEnumerable<string> paths)
    {
        (int exitCode, string log) = await Dotnet.TryAsync(
            Golden.Root, "git", ["log", "--no-merges", "--format=%s", $"{commit}..HEAD", "--", .. paths]);
        return exitCode == 0 ? log.Split('\n', StringSplitOptions.RemoveEmptyEntries) : null;
    }
}
