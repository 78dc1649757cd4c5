namespace FileTransfer.Harness.Charts.Model;

/// <summary>What a colour means: one of a series or, without one, a tone, of which the muted one is that of lines in the background.</summary>
/// <param name="Label">The meaning.</param>
/// <param name="Series">Number of the series, or null.</param>
/// <param name="Tone">The tone when there is no series.</param>
internal sealed record LegendEntry(string Label, int? Series, Tone Tone = Tone.Ink);
