namespace FileTransfer.Strategies.Metrics;

/// <summary>One value of a metric family.</summary>
/// <param name="Value">The value, in the unit of the family.</param>
/// <param name="Labels">What tells it from the others of the family; values may be any text.</param>
public sealed record MetricSample(double Value, params IReadOnlyList<(string Name, string Value)> Labels);

/// <summary>One distribution of a metric family.</summary>
/// <param name="Quantiles">Shares from 0 to 1, ascending, each with the value below which it lies.</param>
/// <param name="Count">Number of its values.</param>
/// <param name="Sum">Their sum, in the unit of the family.</param>
/// <param name="Labels">What tells it from the others of the family.</param>
public sealed record MetricSummary(
    IReadOnlyList<(double Share, double Value)> Quantiles,
    long Count,
    double Sum,
    params IReadOnlyList<(string Name, string Value)> Labels);
