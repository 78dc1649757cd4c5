using FileTransfer.Results.Analysis;
using FileTransfer.Results.Charts.Model;

namespace FileTransfer.Results.Charts.Sources;

/// <summary>The native reference as a line: the lowest median of its ways at each size.</summary>
internal static class NativeLine
{
    /// <summary>What the line is called.</summary>
    public const string Name = "native reference";

    /// <summary>What is said beside a picture that has the line.</summary>
    public const string Note =
        Name + ": at each size the fastest way of the program in C that makes the calls of these strategies, measured in the same rounds.";

    /// <summary>The line; null in a run that did not measure the native reference.</summary>
    public static ReferenceLine? Of(RunResult run) => NativeReference.Of(run) is { Count: > 0 } sizes
        ? new ReferenceLine(
            Name,
            [.. sizes.Select(size => new ReferencePoint(size.SizeBytes, size.FastestNative.Statistics!.P50, size.FastestNative.Strategy))])
        : null;
}
