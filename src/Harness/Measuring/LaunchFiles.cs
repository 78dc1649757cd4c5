using System.Globalization;

namespace FileTransfer.Harness.Measuring;

/// <summary>Names the files launches leave behind: <c>&lt;strategy&gt;.&lt;transport&gt;.&lt;size&gt;.&lt;number&gt;.json</c>.</summary>
internal static class LaunchFiles
{
    public static string Next(string folder, string strategyId, string transport, string size) => Path.Combine(
        folder,
        string.Create(CultureInfo.InvariantCulture, $"{strategyId}.{transport}.{size}.{Of(folder, strategyId, transport, size).Count + 1:000}.json"));

    /// <summary>Whether a launch is the first of its case.</summary>
    public static bool IsFirst(string file) => file.EndsWith(".001.json", StringComparison.Ordinal);

    /// <summary>Files of one case, in the order of its launches.</summary>
    public static IReadOnlyList<string> Of(string folder, string strategyId, string transport, string size) =>
        [.. Directory.EnumerateFiles(folder, $"{strategyId}.{transport}.{size}.*.json").Order(StringComparer.Ordinal)];
}
