using System.Globalization;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Harness.Load.Model;

/// <summary>A condition of <c>--fail-if</c>: when it holds at any step of a sweep, the sweep has failed.</summary>
/// <param name="Condition">The condition as it was written, such as <c>p99>2ms</c>.</param>
/// <param name="Metric">What it limits.</param>
/// <param name="Operator">One of <see cref="Operators"/>.</param>
/// <param name="Limit">The limit, in <paramref name="Unit"/>.</param>
/// <param name="Unit">One of the units of <see cref="ThresholdUnit"/>.</param>
internal sealed record LoadThreshold(string Condition, ThresholdMetric Metric, string Operator, double Limit, string Unit)
{
    private const string Above = ">";
    private const string Below = "<";
    private const string AtLeast = ">=";
    private const string AtMost = "<=";

    /// <summary>The operators, those of two characters first.</summary>
    public static IReadOnlyList<string> Operators { get; } = [AtLeast, AtMost, Above, Below];

    /// <summary>True when the condition is against large values, false when it is against small ones.</summary>
    public bool IsUpperLimit => Operator is Above or AtLeast;

    /// <summary>What became of the threshold; it is met when every step has a known value and none of them crosses it.</summary>
    public ThresholdOutcome Judge(IReadOnlyList<LoadPoint> points)
    {
        (double Load, double Value)[] known =
        [
            .. from point in points
               let value = point is { Reason: null, Result: { } result } ? Metric.ValueOf(result, Unit) : null
               where value is not null
               select (point.Load, value.Value),
        ];
        (double Load, double Value)? worst = known.Length == 0 ? null
            : IsUpperLimit ? known.MaxBy(one => one.Value)
            : known.MinBy(one => one.Value);
        bool isCrossed = worst is { } found && Crosses(found.Value);
        LoadPoint? unknown = points.FirstOrDefault(point => known.All(one => one.Load != point.Load));
        bool isMet = !isCrossed && unknown is null && points.Count > 0;
        var outcome = new ThresholdOutcome { Condition = Condition, IsMet = isMet, Unit = Unit };
        return isCrossed || isMet ? outcome with { Load = worst!.Value.Load, Value = worst.Value.Value }
            : unknown is null ? outcome with { NotKnown = "nothing was measured" }
            : outcome with { Load = unknown.Load, NotKnown = WhyNotKnown(unknown) };
    }

    private bool Crosses(double value) => Operator switch
    {
        Above => value > Limit,
        AtLeast => value >= Limit,
        Below => value < Limit,
        _ => value <= Limit,
    };

    private string WhyNotKnown(LoadPoint point) =>
        point.Reason is { } reason ? $"no result: {reason}"
        : point.Result is not { Transfers: > 0 } result ? "there is no timed transfer"
        : string.Create(
            CultureInfo.InvariantCulture,
            $"{result.Transfers:N0} transfers are too few for {Metric.Name}; it takes {Percentiles.FewestFor(Metric.Share):N0}");
}

/// <summary>What became of a threshold; part of load.json.</summary>
internal sealed record ThresholdOutcome
{
    /// <summary>The condition as it was written.</summary>
    public required string Condition { get; init; }

    /// <summary>False when the condition held at a step, and when the value of a step is not known.</summary>
    public required bool IsMet { get; init; }

    /// <summary>The step that crosses it, or comes nearest to it, or whose value is not known; null when there was no step.</summary>
    public double? Load { get; init; }

    /// <summary>The value of that step; null when it is not known.</summary>
    public double? Value { get; init; }

    /// <summary>Unit of <see cref="Value"/>: one of <see cref="ThresholdUnit"/>.</summary>
    public required string Unit { get; init; }

    /// <summary>Why the value is not known; null when it is.</summary>
    public string? NotKnown { get; init; }
}
