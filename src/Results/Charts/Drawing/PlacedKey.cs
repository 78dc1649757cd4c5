using FileTransfer.Results.Charts.Model;

namespace FileTransfer.Results.Charts.Drawing;

/// <summary>The sample of a colour in a legend.</summary>
/// <param name="Entry">What it stands for.</param>
/// <param name="X">Its left end.</param>
/// <param name="Y">Its vertical middle.</param>
internal sealed record PlacedKey(LegendEntry Entry, double X, double Y);
