using System.Globalization;
using FileTransfer.Results.Reports;
using FileTransfer.Results.Statistics;

namespace FileTransfer.Lab.Calibration;

/// <summary>The tables of the calibration page about answers: of simulated races, and of runs whose truth is known.</summary>
internal static class RacePage
{
    private const double PerCent = 100;

    /// <summary>Simulated races of a profile: how often a statement was wrong, and how often there was an answer.</summary>
    public static Table Simulated(IReadOnlyList<RaceEntry> entries, string profile) => ByGap(
        entries,
        profile,
        [">runs", ">a wrong statement, at worst"],
        same =>
        [
            same.Max(entry => entry.Runs),
            Text($"{same.Max(entry => entry.Wrong / (double)entry.Runs) * PerCent:0.0} %"),
        ],
        one => $"{Share(one.AnsweredSame)}, {Share(one.AnsweredSplit)}");

    /// <summary>Simulated races of a profile: after how many rounds half of them were decided, on one processor and on two.</summary>
    public static Table Time(IReadOnlyList<RaceEntry> entries, string profile) => ByGap(
        entries, profile, [], _ => [], one => $"{Rounds(one.RoundsSame)}, {Rounds(one.RoundsSplit)}");

    /// <summary>What runs answered: with equal strategies among them a false answer can be told.</summary>
    public static Table Measured(IReadOnlyList<CalibrationEntry> entries) => new(
        [
            "runs with", "background load", "profile", ">runs", ">sizes by placements", ">answered", ">nothing open",
            ">runs with a false answer", ">at most", ">slowed down", ">proven slower",
        ],
        from entry in entries
        where entry.Answers is not null
        group entry by (entry.Kind, entry.Beside, entry.How) into same
        let answers = same.Select(entry => entry.Answers!).ToArray()
        let races = answers.Sum(one => one.Races)
        let wrong = answers.Count(one => one.False > 0)
        select (Cell[])
        [
            same.Key.Kind,
            same.Key.Beside,
            same.Key.How,
            answers.Length,
            races,
            Text($"{answers.Sum(one => one.Answered)} ({Share(answers.Sum(one => one.Answered) / (double)races)} %)"),
            Text($"{answers.Sum(one => one.Decided)} ({Share(answers.Sum(one => one.Decided) / (double)races)} %)"),
            wrong,
            Text($"{ClopperPearson.Upper(wrong, answers.Length) * PerCent:0.0} %"),
            answers.Sum(one => one.Slowed),
            answers.Sum(one => one.Found),
        ]);

    /// <summary>A row for each kind of noise and number of strategies, a column for each lead.</summary>
    private static Table ByGap(
        IReadOnlyList<RaceEntry> entries,
        string profile,
        string[] heads,
        Func<IEnumerable<RaceEntry>, Cell[]> first,
        Func<RaceEntry, string> cell)
    {
        double[] gaps = [.. entries.Select(entry => entry.Gap).Distinct().Order()];
        return new Table(
            [
                "rounds vary", ">strategies",
                .. heads,
                .. gaps.Select(gap => gap == 0 ? ">all equal" : Text($">{gap * PerCent:0} % ahead")),
            ],
            from entry in entries
            where entry.Profile == profile
            group entry by (entry.Noise, entry.Strategies) into same
            select (Cell[])
            [
                same.Key.Noise,
                same.Key.Strategies,
                .. first(same),
                .. gaps.Select(gap => (Cell)(same.FirstOrDefault(entry => entry.Gap == gap) is { } one ? cell(one) : "")),
            ]);
    }

    private static string Rounds(int? rounds) => rounds?.ToString(CultureInfo.InvariantCulture) ?? "–";

    private static string Share(double share) => Text($"{share * PerCent:0}");

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
