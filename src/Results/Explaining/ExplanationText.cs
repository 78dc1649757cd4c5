using System.Globalization;
using FileTransfer.Results.Analysis;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Results.Explaining;

/// <summary>The words of an explanation, the same on the console and in every report.</summary>
internal static class ExplanationText
{
    private const double PerCent = 100;
    private const int FewEnough = 3;
    private const int FewestRounds = 3;

    /// <summary>The answer: what it is, how times vary, what to do.</summary>
    public static IReadOnlyList<string> Answer(Explanation found)
    {
        if (found.Shape is not { } shape)
        {
            return ["Nothing was measured."];
        }

        return
        [
            First(found, shape),
            Times(found, shape),
            .. found.Causes.Where(cause => cause.Claim == Confirmation.Causal).Select(Tried),
            .. found.Causes.Where(cause => cause.Claim != Confirmation.Causal).Select(Unproven),
            .. RuledOut(found),
        ];
    }

    /// <summary>A share with its interval: <c>62 % (55–69)</c>.</summary>
    public static string Share(double share, double low, double high) =>
        string.Create(CultureInfo.InvariantCulture, $"{share * PerCent:0} % ({low * PerCent:0}–{high * PerCent:0})");

    /// <summary>A ratio of times with its interval.</summary>
    public static string Ratio(ArmEffect effect) => double.IsFinite(effect.Low) && effect.High < double.MaxValue && effect.Low > 0
        ? string.Create(CultureInfo.InvariantCulture, $"{effect.Ratio:0.00} ({effect.Low:0.00}–{effect.High:0.00})")
        : string.Create(CultureInfo.InvariantCulture, $"{effect.Ratio:0.00} (one round: no interval)");

    private static string First(Explanation found, TimeShape shape)
    {
        if (found.Causes.Count == 0)
        {
            return shape.Kind == ShapeKind.Steady && found.Untested.Count == 0 ? "Steady: nothing to explain."
                : shape.Kind == ShapeKind.Steady
                    ? "Steady, and it is not known whether it could be faster: there was no time to try "
                        + $"{string.Join(", ", found.Untested)}."
                : $"No cause was found: times {Verb(shape)}, and {Untold(found)}."
                    + (found.Rounds.Describe + found.Rounds.Screen < FewestRounds
                        ? " So few rounds name none: give it more time (--budget)."
                        : "");
        }

        string causes = string.Join("; ", found.Causes.Select(cause =>
            $"{Share(cause.Share, cause.Low, cause.High)} {(cause.Claim == Confirmation.Causal ? "is" : "goes with")} {cause.Words}"));
        string rest = string.Create(CultureInfo.InvariantCulture, $"{found.Unexplained * PerCent:0} % is unexplained");
        return $"Of the slowness, {causes}; {rest}.";
    }

    private static string Untold(Explanation found) =>
        found.NotTried.Count == 0 ? "nothing that was tried made them faster"
        : found.NotTried.Count == 1 ? "one cause could not be tried"
        : string.Create(CultureInfo.InvariantCulture, $"{found.NotTried.Count} causes could not be tried");

    private static string Verb(TimeShape shape) => shape.Kind switch
    {
        ShapeKind.Levels or ShapeKind.Tail => $"have {shape.Words}",
        ShapeKind.Drifts => shape.Words.Replace("drifts: becomes", "become", StringComparison.Ordinal),
        _ => shape.Words.Replace("wanders", "wander", StringComparison.Ordinal),
    };

    private static string Times(Explanation found, TimeShape shape)
    {
        string words = shape.Kind == ShapeKind.Steady && found.Causes.Count > 0 ? "alike" : shape.Words;
        string levels = shape.LevelsNanoseconds.Count == 0
            ? ""
            : $": {string.Join(", ", shape.LevelsNanoseconds.Select(level => new Nanoseconds(level).ToString()))}";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"Times: {words}{levels}. Median {new Nanoseconds(shape.MedianNanoseconds)}, 90th ÷ 10th percentile "
            + $"{shape.Spread:0.00}, 99th percentile ÷ median {shape.Tail:0.0}.");
    }

    private static string Tried(FoundCause cause)
    {
        string words = $"{Capital(cause.Cause)}: {cause.Advice}.";
        return cause.Effects.FirstOrDefault(effect => effect.Dose == ArmName.Without) is not { } effect
            ? words
            : $"{words} Tried, with {effect.Changes}: median {new Nanoseconds(effect.MedianAsItIsNanoseconds)} → "
                + $"{new Nanoseconds(effect.MedianNanoseconds)}, 99th percentile {new Nanoseconds(effect.P99AsItIsNanoseconds)} → "
                + $"{new Nanoseconds(effect.P99Nanoseconds)}.";
    }

    private static string Unproven(FoundCause cause) =>
        $"{Capital(cause.Cause)} goes with slow transfers and is not shown to cause them: {cause.WhyNotCausal}. "
        + $"If it does: {cause.Advice}.";

    private static IEnumerable<string> RuledOut(Explanation found)
    {
        string[] bounded = [.. found.RuledOut
            .Where(one => one.Most is not null)
            .OrderBy(one => one.Most)
            .Select(one => string.Create(
                CultureInfo.InvariantCulture, $"{one.Cause} (less than {Math.Max(1, Math.Ceiling(one.Most!.Value * PerCent)):0} %)"))];
        if (bounded.Length > 0)
        {
            yield return $"Tried and ruled out, with the most of the time that each can cost: {string.Join(", ", bounded)}.";
        }

        string[] absent = [.. found.RuledOut.Where(one => one.Most is null).Select(one => one.Cause)];
        if (absent.Length > 0)
        {
            yield return $"Not there: {string.Join(", ", absent)}.";
        }

        if (found.NotTried.Count > 0)
        {
            string more = found.NotTried.Count <= FewEnough ? "." : string.Create(
                CultureInfo.InvariantCulture, $"; and {found.NotTried.Count - FewEnough} more, with their reasons, in the report.");
            IEnumerable<string> few = found.NotTried.Take(FewEnough).Select(one => $"{one.Cause}, because {one.Reason}");
            yield return $"Not tried: {string.Join("; ", few)}{more}";
        }
    }

    private static string Capital(string text) => char.ToUpperInvariant(text[0]) + text[1..].Replace('-', ' ');

    /// <summary>What was explained: <c>send-file at 1M over tcp, left to the scheduler</c>.</summary>
    public static string Case(ExplainedCase one) =>
        $"{one.Strategy} at {new ByteSize(one.SizeBytes)} over {one.Transport}"
        + (one.Placement is null ? "" : $", {PlacementText.Where(one.Placement)}");
}
