using System.Globalization;
using System.Text;
using FileTransfer.Lab.Variants;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Reports;
using FileTransfer.Results.Statistics;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Lab.Calibration;

/// <summary>Writes the calibration page: how often verdicts were right in runs whose true differences are known.</summary>
internal static class CalibrationPage
{
    private const string None = "Not measured yet.\n";
    private const string All = "all";

    /// <summary>The page, as Markdown.</summary>
    /// <param name="entries">Every run.</param>
    /// <param name="races">Every kind of simulated race.</param>
    /// <param name="raw">Name of the calibration log.</param>
    public static string Of(IReadOnlyList<CalibrationEntry> entries, IReadOnlyList<RaceEntry> races, string raw)
    {
        var page = new StringBuilder();
        page.Append(CultureInfo.InvariantCulture, $"""
            # How often the verdicts are wrong

            Generated from [{raw}]({raw}), which has one line per run. `scripts/calibrate.sh` makes more runs and renews this page.

            Machines: {string.Join("; ", entries.Select(entry => entry.Machine).Distinct().DefaultIfEmpty("none"))}.
            Commits: {string.Join(", ", entries.Select(entry => entry.Commit).Distinct().DefaultIfEmpty("none"))}.

            ## Races whose truth is known

            Simulated runs of eight races: four sizes, with a standard deviation of a round of 2 % as on one processor, and of 8 % as on
            two processors. "Unequal" strategies vary by 0.3 to 1.6 times as much, of "one noisy" one varies six times as much as the
            others, and "drifting" falls on all alike, by a standard deviation a round. "As measured" replays
            [rounds of a real run]({RaceLog.RoundsName}), in their order, of which each strategy's mean is taken. A run counts as wrong
            when it says of the best that another is faster, or of one that is slower than the margin that it is as fast. The columns
            behind have the share of races, in per cent, that can name one that is as fast as the best: on one processor, and on two
            processors. `dotnet run -c Release --project src/Lab -- calibration races` simulates them again.

            A margin of 10 % and nine rounds, as `quick` has; a default run of four strategies ends after six or seven:


            """);
        AppendTable(page, RacePage.Simulated(races, "quick"));
        page.Append("""

            A margin of 3 % and forty rounds, as `full` has:


            """);
        AppendTable(page, RacePage.Simulated(races, "full"));
        page.Append("""

            After how many rounds half of these races are decided, on one processor and on two; – where fewer than half are. With `quick`:


            """);
        AppendTable(page, RacePage.Time(races, "quick"));
        page.Append("""

            With `full`:


            """);
        AppendTable(page, RacePage.Time(races, "full"));
        page.Append("""

            The rule supposes that rounds do not depend on each other. Where each remembers a third of the one before ("correlated"), equal
            strategies are told apart too often. Rounds are new processes: in three runs of 8 to 10 rounds (AMD EPYC,
            2026-11-27) the differences of a round and of the one before correlated by −0.01, as a mean of 1,056 pairs, and in the one of
            40 rounds that is replayed by −0.05, as a mean of 36 pairs.

            And runs of which the truth is known: strategies and themselves, or themselves slowed down. An answer is false that calls the
            one faster than the other, where they are equal or it is the slower one, or that calls one as fast that is slower by more than
            the margin. Runs of "truth" take as long as any run of their profile, and have one strategy four times: itself, its
            equal, and two copies that are slowed down, at two sizes in both placements. Copies are not counted as slowed down whose
            originals have left the race. Each run was judged by the rule of its commit, but those of "truth" with `quick`: 2242ab5 measured
            them and ended them by its rule, and the rule of 1b0d508 judged their rounds.


            """);
        AppendTable(page, RacePage.Measured(entries));
        page.Append("""

            ## The same strategy twice

            These runs measure strategies twice, under two ids (A/A test). With the profile full, published runs are among them, which have
            their baseline twice as an alarm, and runs of one strategy at 100K, whose twins are shown to be equal the soonest. A pair that
            the report tells apart is false. "At most" is the upper confidence bound of the true rate (Clopper and Pearson, one-sided,
            95 %).


            """);
        Append(page, entries, [CalibrationKind.Twins, CalibrationKind.Truth], SameTwice);
        page.Append("""

            ## A known difference

            These runs compare a strategy with a copy of itself that is slowed down by a known share. "Found" counts intervals that prove
            it to be slower, also those within the 5 % that are called equal; "wrong" counts the verdict faster. "At least" is the lower
            confidence bound of the true rate (Clopper and Pearson, one-sided, 95 %).


            """);
        Append(page, entries, [CalibrationKind.Power, CalibrationKind.Truth], KnownDifference);
        page.Append("""

            ## The same run again

            Consecutive runs of the same scenario. Two intervals contradict each other when they do not overlap. In 95 of 100 runs all
            intervals of the run contain their true ratios.


            """);
        Append(page, entries, [CalibrationKind.Repetition], Repeated);
        page.Append("""

            ## What turns do to a ratio

            A ratio must not depend on how it is measured. Each cell has the time of a strategy divided by the baseline's, of every run of
            that condition, and how far its interval reaches. First the length of a turn, then who else takes turns.


            """);
        Append(page, entries, [CalibrationKind.Bias], BiasPage.ByLength);
        page.Append('\n');
        Append(page, entries, [CalibrationKind.Bias], BiasPage.ByCompany);
        page.Append("""

            A sender goes through all sizes and placements of a round, with a connection for each, and is pinned anew between them. Beside
            it, the same ratios from processes that measure one size in one placement, and nothing else:


            """);
        Append(page, entries, [CalibrationKind.Bias], BiasPage.BySharing);
        page.Append("""

            And who had the turn before: the time of a strategy behind the two predecessors that mean the most, divided by its mean. Of
            thirteen predecessors without any influence the extreme ones lie about 1.7 standard errors from 1.


            """);
        Append(page, entries, [CalibrationKind.Bias], BiasPage.ByPredecessor);
        return page.ToString();
    }

    /// <summary>True when a run finds a difference between the two ids of one strategy.</summary>
    internal static bool IsFalse(CalibrationEntry entry) => Twins(entry).Any(IsDecided);

    /// <summary>The number of comparisons that two runs have in common, and how many of them have intervals without overlap.</summary>
    internal static (int Compared, int Contradictory) Compare(CalibrationEntry first, CalibrationEntry second)
    {
        (CalibrationPair First, CalibrationPair Second)[] both =
        [
            .. from one in first.Pairs
               join other in second.Pairs on (one.Transport, one.SizeBytes, one.Placement, one.One, one.Other) equals (
                   other.Transport,
                   other.SizeBytes,
                   other.Placement,
                   other.One,
                   other.Other)
               where one.Lower is not null && other.Lower is not null
               select (one, other),
        ];
        return (both.Length, both.Count(pair => pair.First.Lower > pair.Second.Upper || pair.First.Upper < pair.Second.Lower));
    }

    private static void AppendTable(StringBuilder page, Table table) =>
        page.Append(table.Rows.Count == 0 ? None : MarkdownText.Table(table, isTight: true));

    private static void Append(
        StringBuilder page,
        IReadOnlyList<CalibrationEntry> entries,
        string[] kinds,
        Func<CalibrationEntry[], Table> tableOf)
    {
        CalibrationEntry[] some = [.. entries.Where(entry => kinds.Contains(entry.Kind))];
        Table table = tableOf(some);
        AppendTable(page, table);
    }

    private static Table SameTwice(CalibrationEntry[] entries) => new(
        [
            "background load", "profile, rounds", ">runs", ">pairs", ">runs with a false verdict", ">at most", ">pairs shown to be equal",
            ">smallest detectable difference (median)",
        ],
        entries
            .GroupBy(entry => (entry.Beside, entry.How))
            .OrderByDescending(group => group.Key.Beside)
            .Select(group => Row(group.Key.Beside, group.Key.How, [.. group]))
            .Concat(entries
                .GroupBy(entry => entry.How)
                .Select(group => Row(new Cell("all", CellStyle.Strong), group.Key, [.. group]))));

    private static Cell[] Row(Cell beside, string profile, CalibrationEntry[] entries)
    {
        CalibrationPair[] pairs = [.. entries.SelectMany(Twins)];
        int wrong = entries.Count(IsFalse);
        return
        [
            beside,
            profile,
            entries.Length,
            pairs.Length,
            $"{wrong} ({Percent(wrong, entries.Length)})",
            Text($"{ClopperPearson.Upper(wrong, entries.Length) * 100:0.0} %"),
            Percent(Count(pairs, ComparisonVerdict.Equal), pairs.Length),
            SmallestSeen(pairs),
        ];
    }

    private static Table KnownDifference(CalibrationEntry[] entries) => new(
        [
            ">slower by", "background load", "profile, rounds", "placement", ">size", ">comparisons", ">found", ">at least", ">wrong",
            ">called equal", ">cannot tell", ">ratio (median)", ">smallest detectable difference (median)",
        ],
        from entry in entries
        from pair in entry.Pairs
        let percent = SlowedVariant.PercentSlower(pair.Other)
        where percent > 0
        let rounds = entry.IsRace ? 0 : entry.Rounds
        // Each pair counts in its own row, and in the one that sums up its placements and sizes.
        from cell in ((string Place, string Size)[])[
            (All, All), (pair.Placement ?? entry.Affinity, new ByteSize(pair.SizeBytes).ToString())]
        orderby percent, entry.Cycles, entry.Profile, rounds, entry.Beside descending, cell.Place, cell.Size == All, pair.SizeBytes
        group pair by (Percent: percent.Value, entry.Beside, entry.How, cell.Place, cell.Size)
            into same
        let pairs = same.ToArray()
        let found = pairs.Count(pair => pair.Upper < 1)
        select (Cell[])
        [
            $"{same.Key.Percent} %",
            same.Key.Beside,
            same.Key.How,
            same.Key.Place,
            same.Key.Size,
            pairs.Length,
            $"{found} ({Percent(found, pairs.Length)})",
            Text($"{ClopperPearson.Lower(found, pairs.Length) * 100:0} %"),
            Count(pairs, ComparisonVerdict.Faster),
            Count(pairs, ComparisonVerdict.Equal),
            Count(pairs, ComparisonVerdict.CannotTell),
            Text($"{Median(pairs.Select(pair => 1 / pair.Ratio)):0.000}×"),
            SmallestSeen(pairs),
        ]);

    private static Table Repeated(CalibrationEntry[] entries) => new(
        [
            "scenario", "profile", "placement", ">runs", ">shortest time between two runs", ">intervals compared", ">contradictory",
        ],
        from entry in entries
        group entry by (entry.Scenario, entry.How, entry.Affinity) into same
        where same.Count() > 1
        let runs = same.OrderBy(entry => entry.StartedUtc).ToArray()
        let found = runs.Zip(runs.Skip(1), Compare).ToArray()
        let compared = found.Sum(pair => pair.Compared)
        let contradictory = found.Sum(pair => pair.Contradictory)
        select (Cell[])
        [
            same.Key.Scenario,
            same.Key.How,
            same.Key.Affinity,
            runs.Length,
            Text($"{runs.Zip(runs.Skip(1), (first, second) => second.StartedUtc - first.StartedUtc).Min().TotalMinutes:0} min"),
            compared,
            $"{contradictory} ({Percent(contradictory, compared)})",
        ]);

    private static IEnumerable<CalibrationPair> Twins(CalibrationEntry entry) =>
        entry.Pairs.Where(pair => SlowedVariant.PercentSlower(pair.Other) == 0);

    private static bool IsDecided(CalibrationPair pair) =>
        pair.Verdict is nameof(ComparisonVerdict.Faster) or nameof(ComparisonVerdict.Slower);

    private static int Count(CalibrationPair[] pairs, ComparisonVerdict verdict) => pairs.Count(pair => pair.Verdict == verdict.ToString());

    private static string Percent(int part, int whole) =>
        whole == 0 ? "none" : Text($"{100.0 * part / whole:0} %");

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);

    private static string SmallestSeen(CalibrationPair[] pairs)
    {
        double[] seen = [.. pairs.Where(pair => pair.Lower > 0).Select(pair => Math.Sqrt(pair.Upper!.Value / pair.Lower!.Value))];
        return seen.Length == 0 ? "none" : $"{Digits.Ratio(Median(seen))}×";
    }

    private static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return sorted[sorted.Length / 2];
    }
}
