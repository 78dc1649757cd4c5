using System.Globalization;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Reports;

namespace FileTransfer.Results.Explaining;

/// <summary>The tables of an explanation, the same in every report.</summary>
internal static class ExplanationTables
{
    private const double PerCent = 100;

    private const string WhatPartsAre =
        "Parts of the variance of ln time of the case as it is: states first, then what is between processes, between turns and within "
        + "them. States that go together share what both explain. Intervals are over rounds.";

    private const string WhatCausesAre =
        "Slowness is the mean square of ln(time ÷ level), where level is the median time without the causes. The share of a cause is the "
        + "part of it that goes away with the cause. Causal: time fell again without it on new rounds, the case came back, and a stronger "
        + "dose and its counter agreed where there is one.";

    private const string WhatEffectsAre =
        "Every arm and the case have the same rounds. Ratio: geometric mean time ÷ that of the case, with its interval over rounds. Slow "
        + "transfers take more than twice the median of the case.";

    /// <summary>All sections with tables.</summary>
    public static IReadOnlyList<TableSection> Of(Explanation found) =>
    [
        new("causes", "Causes", WhatCausesAre, new Table(
            ["cause", ">share (95 % CI)", "claim", "why not causal"],
            found.Causes.Select(cause => (IEnumerable<string>)
                [cause.Cause, ExplanationText.Share(cause.Share, cause.Low, cause.High), cause.Claim, cause.WhyNotCausal ?? ""]))
        {
            Caption = "Causes, the biggest first",
        }),
        new("decomposition", "Where the variance lies", WhatPartsAre, new Table(
            ["part", ">share (95 % CI)", "what it is"],
            found.Decomposition.Select(part => (IEnumerable<string>)
                [part.Part, ExplanationText.Share(part.Share, part.Low, part.High), part.Words]))
        {
            Caption = "Parts of the variance of ln time",
        }),
        new("effects", "What was tried", WhatEffectsAre, new Table(
            ["cause", "changed", "phase", "dose", ">rounds", ">ratio (CI)", ">median", ">P99", ">spread", ">slow", "counter"],
            found.Effects.Select(Effect))
        {
            Caption = "Arms beside the case as it is",
        }),
        new("ruled-out", "Ruled out", "Causes that are not there, or cost less than so much of the time.", new Table(
            ["cause", ">at most", "why"],
            found.RuledOut.Select(one => (IEnumerable<string>)
                [one.Cause, one.Most is { } most ? Percent(most) : "–", one.Reason]))
        {
            Caption = "Causes that were ruled out",
        }),
        new("not-tried", "Not tried", "Causes about which nothing is said, each with the reason.", new Table(
            ["cause", "why not"],
            found.NotTried.Select(one => (IEnumerable<string>)[one.Cause, one.Reason]))
        {
            Caption = "Causes that could not be tried",
        }),
        new("slowest", "The slowest transfers", "What was counted around them.", new Table(
            [">time", ">round", ">turn", ">transfer", "what happened"],
            found.Slowest.Select(one => (IEnumerable<string>)
            [
                $"{new Nanoseconds(one.Nanoseconds)}", Text(one.Round), Text(one.Turn), Text(one.Transfer), string.Join("; ", one.Happened),
            ]))
        {
            Caption = "The slowest transfers of the case as it is",
        }),
    ];

    private static IEnumerable<string> Effect(ArmEffect effect) =>
    [
        effect.Cause,
        effect.Changes,
        effect.Phase,
        effect.Dose,
        Text(effect.Rounds),
        ExplanationText.Ratio(effect),
        $"{new Nanoseconds(effect.MedianAsItIsNanoseconds)} → {new Nanoseconds(effect.MedianNanoseconds)}",
        $"{new Nanoseconds(effect.P99AsItIsNanoseconds)} → {new Nanoseconds(effect.P99Nanoseconds)}",
        string.Create(CultureInfo.InvariantCulture, $"{effect.SpreadAsItIs:0.00} → {effect.Spread:0.00}"),
        $"{Percent(effect.SlowShareAsItIs)} → {Percent(effect.SlowShare)}",
        effect is { Counter: { } counter, CounterAsItIs: { } before, CounterValue: { } after }
            ? $"{counter}: {Digits.Significant(before, 3)} → {Digits.Significant(after, 3)}"
            : "",
    ];

    private static string Percent(double share) => string.Create(CultureInfo.InvariantCulture, $"{share * PerCent:0.#} %");

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
