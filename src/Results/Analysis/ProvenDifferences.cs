using FileTransfer.Strategies.Units;

namespace FileTransfer.Results.Analysis;

/// <summary>The results of one strategy against all others at one size: proven differences, proven equality, and unknown.</summary>
/// <param name="Size">The size as text, with its transport and placement where the run has several.</param>
/// <param name="Strategy">The strategy.</param>
/// <param name="FasterThan">Strategies that it is shown to be faster than.</param>
/// <param name="EqualTo">Strategies that it is shown to be equal to.</param>
/// <param name="Unknown">Strategies that the run can neither tell apart from it nor show to be equal to it.</param>
internal sealed record ProvenDifferences(string Size, string Strategy, string FasterThan, string EqualTo, string Unknown)
{
    /// <summary>Explanation of the table.</summary>
    public const string Explanation =
        "Every pair of strategies is compared, and all pairs of the run share one error rate, apart from that of the verdicts. A row "
        + "lists what is proven about its strategy: which strategies it is faster than, which it is equal to, and which it cannot be "
        + "told apart from.";

    private const string None = "–";

    /// <summary>With more strategies than this, cells list names without ratios.</summary>
    private const int MostWithRatios = 8;

    /// <summary>Headers of the table.</summary>
    public static IReadOnlyList<string> Headers { get; } = ["size", "strategy", "faster than", "equal to", "cannot tell from"];

    /// <summary>Cells of the table.</summary>
    public IReadOnlyList<string> Cells => [Size, Strategy, FasterThan, EqualTo, Unknown];

    /// <summary>The rows of all sizes, sizes ascending, the fastest strategy first; none for a run without verdicts.</summary>
    public static IReadOnlyList<ProvenDifferences> Of(RunResult run) =>
        [.. Verdicts.Of(run).SelectMany(verdict => RowsOf(run, verdict))];

    private static IEnumerable<ProvenDifferences> RowsOf(RunResult run, Verdict verdict)
    {
        var comparisons = Comparisons.Of(run);
        Measurement[] all =
        [
            .. run.Measurements
                .Where(measurement => measurement.SizeBytes == verdict.SizeBytes && Verdicts.Competes(measurement)
                    && !Twins.IsOne(run, measurement)
                    && Verdicts.GroupOf(run, measurement) == verdict.Group && PairedRounds.Of(run).PlaceOf(measurement) is not null)
                .OrderBy(measurement => measurement.Statistics!.P50),
        ];
        if (all.Length < 2 || all.All(one => comparisons.Between(all[0], one)?.Interval is null))
        {
            yield break;
        }

        string size = new ByteSize(verdict.SizeBytes).ToString();
        foreach (Measurement one in all)
        {
            ILookup<ComparisonVerdict, Comparison> found = all
                .Where(other => other != one)
                .Select(other => comparisons.Between(other, one))
                .OfType<Comparison>()
                .ToLookup(comparison => comparison.Verdict);
            yield return new ProvenDifferences(
                size + verdict.Group.In(run),
                one.Strategy,
                List(found[ComparisonVerdict.Faster], all.Length),
                List(found[ComparisonVerdict.Equal], all.Length),
                List(found[ComparisonVerdict.CannotTell], all.Length));
        }
    }

    private static string List(IEnumerable<Comparison> comparisons, int strategies)
    {
        Comparison[] all = [.. comparisons];
        return all.Length switch
        {
            0 => None,
            _ when strategies > MostWithRatios && all.Length == strategies - 1 => "all others",
            _ when strategies > MostWithRatios => string.Join(", ", all.Select(comparison => comparison.Baseline)),
            _ => string.Join(", ", all.Select(comparison => $"{comparison.Baseline} {RatioText.Cell(comparison)}")),
        };
    }
}
