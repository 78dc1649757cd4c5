using System.Diagnostics;
using FileTransfer.Results.Explaining;
using FileTransfer.Senders.Processes;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Lab.Explaining;

/// <summary>Explains a case whose causes are known, in a process of its own that is told nothing of them.</summary>
internal static class TrialRun
{
    private const string Size = "--size";

    /// <summary>
    /// So many launches with the causes and as many without; each in so many seconds, in which <c>explain</c> only describes the case.
    /// </summary>
    private const int Pairs = 4;
    private const int SecondsToDescribe = 8;

    /// <summary>Explaining may take this much longer than its budget: to start, and to end.</summary>
    private static readonly TimeSpan s_grace = TimeSpan.FromMinutes(2);

    /// <summary>Makes the case, explains it, and puts everything back.</summary>
    /// <param name="trial">The case.</param>
    /// <param name="budget">Time to spend, in seconds.</param>
    /// <param name="seed">Seed of the orders.</param>
    /// <param name="cancellationToken">Ends it.</param>
    public static async Task<TrialEntry> MakeAsync(Trial trial, int budget, int seed, CancellationToken cancellationToken)
    {
        DirectoryInfo folder = Directory.CreateTempSubdirectory("filetransfer-trial-");
        try
        {
            var watch = Stopwatch.StartNew();
            (Explanation? found, string? failure) = await ExplainAsync(trial, budget, seed, folder.FullName, cancellationToken);
            TimeSpan elapsed = watch.Elapsed;
            MachineFacts machine = MachineFacts.Collect();
            return new TrialEntry
            {
                StartedUtc = DateTimeOffset.UtcNow - elapsed,
                Commit = machine.Commit,
                Machine = $"{machine.Hardware()}, kernel {machine.Kernel}",
                Causes = trial.Causes,
                Strength = trial.Strength,
                IsForTuning = TrialCatalog.IsForTuning(trial),
                Seconds = Math.Round(elapsed.TotalSeconds),
                Named = [.. from cause in found?.Causes ?? []
                            select new NamedCause(cause.Cause, Rounded(cause.Share), Rounded(cause.Low), Rounded(cause.High), cause.Claim)],
                Shape = found?.Shape?.Kind.ToString(),
                Cost = trial.Causes.Count > 0 ? await CostOfAsync(trial, seed, folder.FullName, cancellationToken) : null,
                Failure = failure,
            };
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static async Task<TrialCost?> CostOfAsync(Trial trial, int seed, string folder, CancellationToken cancellationToken)
    {
        var pairs = new List<(TimeShape With, TimeShape Without)>();
        for (int pair = 0; pair < Pairs; pair++)
        {
            // Each of them comes first as often as second.
            bool isPlainFirst = pair % 2 == 1;
            TimeShape? first = await DescribeAsync(isPlainFirst);
            TimeShape? second = await DescribeAsync(!isPlainFirst);
            if (first is not null && second is not null)
            {
                pairs.Add(isPlainFirst ? (second, first) : (first, second));
            }
        }

        return pairs.Count == 0 ? null : TrialCost.Of(pairs).Rounded();

        async Task<TimeShape?> DescribeAsync(bool isPlain)
        {
            string one = Directory.CreateDirectory(Path.Combine(folder, Guid.NewGuid().ToString("N"))).FullName;
            return (await ExplainAsync(isPlain ? trial.Plain : trial, SecondsToDescribe, seed, one, cancellationToken)).Found?.Shape;
        }
    }

    private static async Task<(Explanation? Found, string? Failure)> ExplainAsync(
        Trial trial,
        int budget,
        int seed,
        string folder,
        CancellationToken cancellationToken)
    {
        // What is done to the file from outside is done to one of the trial's own.
        string file = Path.Combine(folder, "payload");
        _ = ByteSize.TryParse(trial.Options[Size], out ByteSize size);
        byte[] content = new byte[size.Bytes];
        new Random(seed).NextBytes(content);
        await File.WriteAllBytesAsync(file, content, cancellationToken);
        string output = Path.Combine(folder, "results");
        string[] options = [.. trial.Options.Where(one => one.Key != Size).SelectMany(one => (string[])[one.Key, one.Value])];
        ProcessStartInfo start = ThisProgram.File.StartWith(
            ["explain", .. options, "--file", file, "--budget", $"{budget}s", "--seed", $"{seed}", "--output", output]);
        start.Set(trial.Environment);

        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(TimeSpan.FromSeconds(budget) + s_grace);
        using Process explainer = ChildProcess.Start(start, ChildProcess.NoRoomFor("the explaining"));
        Task<string> said = explainer.StandardOutput.ReadToEndAsync(limit.Token);
        Task<string> errors = explainer.StandardError.ReadToEndAsync(limit.Token);
        using var disturbed = CancellationTokenSource.CreateLinkedTokenSource(limit.Token);
        Task[] beside =
        [
            .. trial.Beside.Select(disturb => Task.Run(() => disturb(explainer.Id, file, disturbed.Token), CancellationToken.None)),
        ];
        try
        {
            await explainer.WaitForExitAsync(limit.Token);
            string words = (await errors + await said).Trim();
            string? json = Directory.Exists(output)
                ? Directory.EnumerateFiles(output, ExplanationFile.JsonName, SearchOption.AllDirectories).SingleOrDefault()
                : null;
            return json is null ? (null, words.Split('\n')[^1]) : (ExplanationFile.Load(json), null);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return (null, "it did not end in time");
        }
        finally
        {
            await disturbed.CancelAsync();
            await ChildProcess.EndAsync(explainer);
            await Task.WhenAll(beside);
        }
    }

    private static double Rounded(double share) => Math.Round(share, 3);
}
