using System.Diagnostics;
using System.Globalization;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Errors;
using FileTransfer.Results.Statistics;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Comparing;

/// <summary>Measures the rounds of a comparison: in each the base twice and the other side once, in random order.</summary>
/// <remarks>
/// All three live at the same time and take turns, where both sides know how; otherwise one follows the other. Whatever drifts is common
/// to the three of a round. A round that was disturbed is measured again, by a rule that never looks at its
/// times (<see cref="RoundCheck"/>); too many of them end the comparison.
/// </remarks>
internal sealed class InterleavedRounds(
    ComparePlan plan,
    Func<ComparedSide, int, string, CancellationToken, Task<RunResult>> measure,
    NeighbourWatch neighbours,
    TextWriter progress)
{
    /// <summary>Folder within that of the comparison in which rounds are measured.</summary>
    internal const string Working = "rounds";

    /// <summary>Rounds that were disturbed may be as many as half of those that count, and a few at the beginning.</summary>
    private const int SomeRefused = 3;

    private readonly List<ComparisonRound> _rounds = [];
    private readonly List<string> _refusals = [];

    /// <summary>Measures the sides of a round at the same time, turn by turn; null where they cannot.</summary>
    public Func<ComparedSide[], int, string[], CancellationToken, Task<RunResult[]>>? MeasureTogether { get; init; }

    /// <summary>The rounds that count.</summary>
    public IReadOnlyList<ComparisonRound> Rounds => _rounds;

    /// <summary>Why each of the other rounds does not count.</summary>
    public IReadOnlyList<string> Refusals => _refusals;

    /// <summary>True when so many rounds were disturbed that the machine cannot tell.</summary>
    public bool IsUnfit => _refusals.Count > SomeRefused + (_rounds.Count / 2);

    /// <summary>Error rate of the conclusions that may be drawn from the rounds.</summary>
    public double ErrorRate => plan.UntilDecided ? Races.ErrorRate * InterimLooks.ShareAfter(_rounds.Count) : Races.ErrorRate;

    /// <summary>
    /// Measures until the rounds are made, the time is spent, everything is decided or has failed, or the machine has
    /// proven unfit.
    /// </summary>
    /// <remarks>What the complete rounds show is kept when it is cancelled.</remarks>
    /// <exception cref="UsageException">The sides have no case in common.</exception>
    public async Task MeasureAsync(CancellationToken cancellationToken)
    {
        long start = Stopwatch.GetTimestamp();
        TimeSpan longest = TimeSpan.Zero;
        for (int attempt = 1; !IsOver(Stopwatch.GetElapsedTime(start) + longest) && !IsUnfit; attempt++)
        {
            long begin = Stopwatch.GetTimestamp();
            await MeasureRoundAsync(attempt, cancellationToken);
            TimeSpan took = Stopwatch.GetElapsedTime(begin);
            longest = took > longest ? took : longest;
            await progress.WriteLineAsync(Describe(took, Stopwatch.GetElapsedTime(start)));
        }
    }

    private async Task MeasureRoundAsync(int attempt, CancellationToken cancellationToken)
    {
        var random = new Random(unchecked((plan.Seed * 31) + attempt));
        ComparedSide[] sides = [plan.Base, plan.Base, plan.Other];
        string[] folders = [.. sides.Select(
            (_, side) => Path.Combine(plan.Folder, Working, side.ToString(CultureInfo.InvariantCulture)))];
        var results = new RunResult[sides.Length];
        double? others = null;
        if (MeasureTogether is { } together)
        {
            neighbours.Begin();
            results = await together(sides, random.Next(1, 100_000), folders, cancellationToken);
            others = neighbours.End();
        }
        else
        {
            int[] order = [0, 1, 2];
            random.Shuffle(order);
            foreach (int side in order)
            {
                neighbours.Begin();
                results[side] = await measure(sides[side], random.Next(1, 100_000), folders[side], cancellationToken);
                others = neighbours.End() is { } share ? Math.Max(share, others ?? 0) : others;
            }
        }

        ComparisonRound round = SameNames.Of(new ComparisonRound(results[0], results[1], results[2])
        {
            Others = others,
            AreTogether = MeasureTogether is not null,
        });
        if (attempt == 1)
        {
            ThrowUnlessComparable(round);
        }

        if (RoundCheck.Refusal(round, _rounds) is { } refusal)
        {
            _refusals.Add(refusal);
        }
        else
        {
            _rounds.Add(round);
        }
    }

    /// <summary>Ends a comparison in which nothing can be compared, before it takes as long as one in which something can.</summary>
    private static void ThrowUnlessComparable(ComparisonRound round)
    {
        string[] one = CasesOf(round.First);
        string[] other = CasesOf(round.Other);
        if (one.Length > 0 && other.Length > 0 && !one.Intersect(other).Any())
        {
            throw new UsageException(
                $"the sides have no case in common: the base measures {string.Join(", ", one)}, the other side {string.Join(", ", other)}; "
                + "let both measure the same, or compare strategies within a run: bench --strategies ONE,OTHER");
        }
    }

    private static string[] CasesOf(RunResult run) => [.. run.Measurements
        .Select(measured => $"{measured.Strategy} at {new ByteSize(measured.SizeBytes)} over {measured.Transport}"
            + (measured.Placement is null ? "" : $" {PlacementText.Where(measured.Placement)}"))
        .Distinct()];

    private bool IsOver(TimeSpan afterAnother)
    {
        if (_rounds.Count == 0 && _refusals.Count == 0)
        {
            return false;
        }

        if (_rounds.Count > 0 && SideComparison.Of(_rounds, plan.Threshold).HasFailed)
        {
            return true;
        }

        if (plan.UntilDecided
            && InterimLooks.Rounds.Contains(_rounds.Count)
            && SideComparison.Of(_rounds, plan.Threshold, ErrorRate).IsDecided)
        {
            return true;
        }

        return plan.Budget is { } budget
            ? afterAnother > budget
            : _rounds.Count >= (plan.UntilDecided ? InterimLooks.Rounds[^1] : plan.Rounds);
    }

    private string Describe(TimeSpan took, TimeSpan elapsed)
    {
        string aim = plan.Budget is { } budget ? string.Create(CultureInfo.InvariantCulture, $"{elapsed:m\\:ss} of {budget:m\\:ss}")
            : plan.UntilDecided ? string.Create(CultureInfo.InvariantCulture, $"at most {InterimLooks.Rounds[^1]}")
            : string.Create(CultureInfo.InvariantCulture, $"of {plan.Rounds}");
        string disturbed = _refusals.Count > 0
            ? string.Create(CultureInfo.InvariantCulture, $"; {_refusals.Count} disturbed, the last because {_refusals[^1]}")
            : "";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{_rounds.Count} {(_rounds.Count == 1 ? "round" : "rounds")} ({aim}): {took.TotalSeconds:0.0} s{disturbed}");
    }
}
