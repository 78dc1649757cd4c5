namespace FileTransfer.Results.Statistics;

/// <summary>A mode of the distribution: a time around which many transfers lie.</summary>
/// <param name="Nanoseconds">The time.</param>
/// <param name="Share">Share of the transfers that belong to it.</param>
internal sealed record Mode(double Nanoseconds, double Share);
