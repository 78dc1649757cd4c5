using System.CommandLine;
using FileTransfer.Harness.Comparing;
using FileTransfer.Harness.Doctor;
using FileTransfer.Harness.Rounds;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Commands;

/// <summary>Measures two sides alternately, and says which cases became slower or faster, did not change, or cannot be told.</summary>
internal sealed class CompareCommand(CompareOptions options, TextWriter output)
{
    private const string MarkdownName = "compare.md";
    private const string HtmlName = "compare.html";

    /// <summary>Defines the command.</summary>
    public static Command Build(TextWriter output, TextWriter errors, CancellationToken cancellationToken)
    {
        var command = new Command(
            "compare",
            "Measure two builds, settings or servers alternately and say what became slower, or describe two stored runs.");
        var options = new CompareOptions(errors);
        Argument<string?> old = Stored("OLD", "the earlier ones");
        Argument<string?> @new = Stored("NEW", "the later ones");
        command.Add(old);
        command.Add(@new);
        command.AddAll(options.All);
        command.SetAction(result => (result.GetValue(old), result.GetValue(@new)) switch
        {
            (null, _) => new CompareCommand(options, output).RunAsync(result, cancellationToken),
            ({ } only, null) => throw new UsageException($"compare '{only}' with what? Name two results, or --base and --diff"),
            ({ } first, { } second) => Task.FromResult(Describe(first, second, output)),
        });
        return command;
    }

    private static Argument<string?> Stored(string name, string which) => new(name)
    {
        Description = $"Stored results, {which}: results.json, .gz, a run's folder, or full JSON of BenchmarkDotNet; several with commas.",
        Arity = ArgumentArity.ZeroOrOne,
    };

    /// <summary>Describes how two stored runs differ. Never a regression: they were not measured together.</summary>
    private static int Describe(string oldPaths, string newPaths, TextWriter output)
    {
        if (Path.GetFullPath(oldPaths) == Path.GetFullPath(newPaths))
        {
            throw new UsageException($"'{oldPaths}' is compared with itself; name two results");
        }

        StoredSide old = StoredSide.Load(oldPaths);
        StoredSide @new = StoredSide.Load(newPaths);
        var comparison = StoredComparison.Of(old, @new);
        foreach (string first in StoredText.First(old, @new))
        {
            output.WriteLine(first);
        }

        output.WriteLine($"{StoredText.Caution}\n");
        foreach (string difference in StoredText.Differences(comparison))
        {
            output.WriteLine(difference);
        }

        if (StoredText.Shift(comparison) is { } shift)
        {
            output.WriteLine(shift);
        }

        output.WriteLine();
        ConsoleTable.Write(StoredText.Table(comparison), output);
        output.WriteLine($"{StoredText.Counts(comparison)}");
        foreach (string warning in old.Warnings.Concat(@new.Warnings).Distinct())
        {
            output.WriteLine($"warning: {warning}");
        }

        return ExitCode.Success;
    }

    /// <summary>What both sides measured; an option in which they differ is what is compared.</summary>
    private static PlannedMeasurement Measured(IReadOnlyList<ComparisonRound> rounds) =>
        rounds.SelectMany(round => round.Sides)
            .Select(side => side.Run.Options.GetValueOrDefault(RunDescription.CongestionControl, RunDescription.SystemDefault))
            .Distinct()
            .ToArray() is [var chosen] && chosen != RunDescription.SystemDefault
            ? new PlannedMeasurement { CongestionControl = chosen }
            : new PlannedMeasurement();

    private async Task<int> RunAsync(ParseResult result, CancellationToken cancellationToken) =>
        (await MeasureAsync(result, cancellationToken)).ExitCode;

    /// <summary>Measures both sides, writes what was found, and returns it with the rounds that it was found in.</summary>
    internal async Task<MeasuredComparison> MeasureAsync(ParseResult result, CancellationToken cancellationToken)
    {
        if (Emulation.Name is { } imitation)
        {
            throw new UsageException($"compare is there to judge, and under {imitation} nothing that is measured is a figure");
        }

        DateTimeOffset started = DateTimeOffset.UtcNow;
        int inconclusive = options.ReadInconclusive(result);
        ComparePlan plan = await options.ReadAsync(result, output, started, cancellationToken);
        await output.WriteLineAsync($"repeat with: {plan.Command}\n");
        Directory.CreateDirectory(plan.Folder);
        var rounds = new InterleavedRounds(
            plan,
            (side, seed, folder, token) => SideProcess.MeasureAsync(side, plan.Options, seed, folder, token),
            NeighbourWatch.OfThisMachine,
            output)
        {
            MeasureTogether = plan.TakesTurns
                ? (sides, seed, folders, token) => SidesTakingTurns.MeasureAsync(sides, plan.Options, seed, folders, token)
                : null,
        };
        bool isInterrupted = false;
        try
        {
            await rounds.MeasureAsync(cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested && rounds.Rounds.Count > 0)
        {
            isInterrupted = true;
        }
        catch when (rounds.Rounds.Count == 0)
        {
            Directory.Delete(plan.Folder, recursive: true);
            throw;
        }

        if (Path.Combine(plan.Folder, InterleavedRounds.Working) is var working && Directory.Exists(working))
        {
            Directory.Delete(working, recursive: true);
        }

        CompareResult compared = Conclude(plan, rounds, started) with
        {
            Doctor = [.. DoctorText.Sentences(await Examination.MakeAsync(Measured(rounds.Rounds), CancellationToken.None))],
        };
        await File.WriteAllTextAsync(Path.Combine(plan.Folder, CompareFile.Name), CompareFile.Text(compared), CancellationToken.None);
        await File.WriteAllTextAsync(Path.Combine(plan.Folder, MarkdownName), CompareMarkdown.Text(compared), CancellationToken.None);
        await using (var page = new StreamWriter(Path.Combine(plan.Folder, HtmlName)))
        {
            CompareHtml.Write(compared, page);
        }

        await WriteAsync(compared, plan.Folder);
        return new MeasuredComparison(
            compared, rounds.Rounds, isInterrupted ? ExitCode.Interrupted : ExitCodeOf(compared, inconclusive));
    }

    /// <summary>The exit code of a comparison.</summary>
    /// <param name="result">What it found.</param>
    /// <param name="inconclusive">Exit code when nothing is worse, and not everything is known.</param>
    internal static int ExitCodeOf(CompareResult result, int inconclusive) =>
        result.Count(ChangeVerdict.Regression) > 0
            || result.Cases.Any(one => one.Verdict == ChangeVerdict.Invalid && one.BaseNanoseconds == 0)
            ? ExitCode.Failed
            : result.IsUnfit || result.Cases.Count == 0 || result.Count(ChangeVerdict.CannotTell) + result.Count(ChangeVerdict.Invalid) > 0
            ? inconclusive
            : ExitCode.Success;

    private static CompareResult Conclude(ComparePlan plan, InterleavedRounds rounds, DateTimeOffset started)
    {
        var comparison = SideComparison.Of(rounds.Rounds, plan.Threshold, rounds.ErrorRate);
        RunResult? one = rounds.Rounds.Count > 0 ? rounds.Rounds[0].First : null;
        RunResult? other = rounds.Rounds.Count > 0 ? rounds.Rounds[0].Other : null;
        return new CompareResult
        {
            StartedUtc = started,
            Command = plan.Command,
            Base = plan.Base.Words,
            Other = plan.Other.Words,
            Machine = one is null
                ? "unknown machine"
                : $"{one.Environment.Sender.Hardware()}, kernel {one.Environment.Sender.Kernel}",
            BaseCommit = one?.Environment.Sender.Commit ?? "",
            OtherCommit = other?.Environment.Sender.Commit ?? "",
            Rounds = rounds.Rounds.Count,
            Refusals = rounds.Refusals,
            IsUnfit = rounds.IsUnfit,
            ErrorRate = rounds.ErrorRate,
            Threshold = plan.Threshold,
            Margin = comparison.Margin,
            Cases = comparison.Cases,
            Notes = one is null ? [] : [.. Notes(one)],
        };
    }

    /// <summary>What proves transfers with servers of another make, and whose certificates nobody has checked.</summary>
    private static IEnumerable<string> Notes(RunResult run)
    {
        if (ProofNote.Of(run) is { } proof)
        {
            yield return proof;
        }

        foreach (string warning in run.Environment.Warnings.Where(EnvironmentProbe.IsOfUnchecked))
        {
            yield return $"Warning: {warning}.";
        }
    }

    private async Task WriteAsync(CompareResult result, string folder)
    {
        await output.WriteLineAsync();
        ConsoleTable.Write(CompareText.Table(result, CompareText.InOrder(result)), output);
        await output.WriteLineAsync($"{CompareText.Counts(result)}\n");
        foreach (string fact in CompareText.Facts(result))
        {
            await output.WriteLineAsync(fact);
        }

        await output.WriteLineAsync($"\nresults: {folder}");
    }
}
