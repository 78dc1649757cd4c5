using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Results.Reports;

/// <summary>The options of a run as reports list them.</summary>
internal static class EffectiveOptions
{
    /// <summary>Names of the options that only HTTP has.</summary>
    public static IReadOnlyList<string> OfHttp { get; } = ["http2-window", "max-connections", "multiple-http2-connections"];

    /// <summary>The options by name, without those of HTTP when the run does not use it: older results hold them all the same.</summary>
    public static IEnumerable<KeyValuePair<string, string>> Of(RunInfo info) => info.Options
        .Where(option => UsesHttp(info) || !OfHttp.Contains(option.Key))
        .OrderBy(option => option.Key, StringComparer.Ordinal);

    private static bool UsesHttp(RunInfo info) =>
        info.Options.GetValueOrDefault("transport") is not { } transports || transports.Split(',').Any(Transport.IsHttp);
}
