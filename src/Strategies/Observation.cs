namespace FileTransfer.Strategies;

/// <summary>Something counted beside the time of the transfers.</summary>
/// <param name="Name">What was counted, to be read after the strategy's id: "buffers the kernel copied after all".</param>
/// <param name="Value">How much of it.</param>
/// <param name="Unit">Unit, such as "%", or empty for a number of things.</param>
public sealed record Observation(string Name, double Value, string Unit);
