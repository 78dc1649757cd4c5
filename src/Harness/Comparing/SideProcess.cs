using System.Diagnostics;
using System.Globalization;
using FileTransfer.Results;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Comparing;

/// <summary>
/// Measures one round of one side: runs its program as <c>bench --rounds 1</c>, with a server of its own, and reads its results.
/// </summary>
internal static class SideProcess
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(30);

    /// <summary>Measures every case once.</summary>
    /// <param name="side">The side.</param>
    /// <param name="common">Options of <c>bench</c> that both sides have.</param>
    /// <param name="seed">Seed of the order of the cases.</param>
    /// <param name="folder">Folder for the results of this round, deleted at the end.</param>
    /// <param name="cancellationToken">Ends the process.</param>
    /// <exception cref="UsageException">The program refused its options; the message is its own.</exception>
    /// <exception cref="IOException">The program broke down, or left no results.</exception>
    public static async Task<RunResult> MeasureAsync(
        ComparedSide side,
        IReadOnlyList<string> common,
        int seed,
        string folder,
        CancellationToken cancellationToken)
    {
        string[] arguments = ArgumentsOf(side, common, seed, folder);
        Directory.CreateDirectory(folder);
        try
        {
            ProcessEnd end = await RunAsync(side, arguments, cancellationToken);
            return ResultOf(side, arguments, end.ExitCode, end.Errors, folder);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>Arguments of the side's program for a round.</summary>
    public static string[] ArgumentsOf(ComparedSide side, IReadOnlyList<string> common, int seed, string folder) =>
    [
        "bench", .. common, .. side.Options,
        "--rounds", "1", "--seed", seed.ToString(CultureInfo.InvariantCulture), "--output", folder,
    ];

    /// <summary>The results that a side's program has left.</summary>
    /// <exception cref="UsageException">The program refused its options; the message is its own.</exception>
    /// <exception cref="IOException">The program broke down, or left no results.</exception>
    public static RunResult ResultOf(ComparedSide side, string[] arguments, int exitCode, string said, string folder)
    {
        string errors = UrlNotice.RemovedFrom(said).Trim().Replace("error: ", "", StringComparison.Ordinal);
        return exitCode switch
        {
            // 1: a measurement failed, and says so in its results.
            ExitCode.Success or ExitCode.Failed when Directory.GetDirectories(folder) is [string run] => ResultsFile.Load(run),
            ExitCode.Usage => throw new UsageException($"{side.Words}: {errors}"),
            _ => throw new IOException(
                $"{side.Words}: '{string.Join(' ', [.. side.Program.Command, .. arguments.Select(Recorded)])}' ended with exit code "
                + $"{exitCode} and no results: {errors}"),
        };
    }

    /// <summary>Options of <c>bench</c> that the programs of all sides have; one of an older commit may lack some.</summary>
    public static async Task<IReadOnlySet<string>> KnownToAllAsync(
        IReadOnlyList<ComparedSide> sides,
        CancellationToken cancellationToken)
    {
        HashSet<string>? known = null;
        foreach (ComparedSide side in sides.DistinctBy(side => side.Program))
        {
            ProcessEnd end = await RunAsync(side, ["bench", "--help"], cancellationToken);
            string[] words = end.ExitCode == ExitCode.Success ? end.Output.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries) : [];
            known ??= [.. words];
            known.IntersectWith(words);
        }

        return known ?? [];
    }

    /// <summary>A word as it may be shown: the value of a header may be a secret.</summary>
    private static string Recorded(string word) => word.StartsWith("--header=", StringComparison.Ordinal) ? "--header=***" : word;

    private static async Task<ProcessEnd> RunAsync(ComparedSide side, string[] arguments, CancellationToken cancellationToken)
    {
        ProcessStartInfo start = side.Program.StartWith(arguments);
        foreach ((string name, string value) in side.Environment)
        {
            start.Environment[name] = value;
        }

        try
        {
            return await ChildProcess.RunAsync(start, ChildProcess.NoRoomFor($"{side.Words}: the"), s_limit, cancellationToken);
        }
        catch (TimeoutException)
        {
            throw new IOException($"{side.Words}: a round did not end within {s_limit.TotalMinutes:0} min");
        }
    }
}
