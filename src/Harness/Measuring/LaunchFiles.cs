using System.Globalization;

namespace FileTransfer.Harness.Measuring;

/// <summary>Names the files launches leave behind: <c>&lt;strategy&gt;.&lt;size&gt;.&lt;number&gt;.json</c>.</summary>
internal static class LaunchFiles
{
    public static string Next(string folder, string strategyId, string size) => Path.Combine(
        folder,
        string.Create(CultureInfo.InvariantCulture, $"{strategyId}.{size}.{Of(folder, strategyId, size).Count + 1:000}.json"));

    /// <summary>Files of one case, in the order of its launches.</summary>
    public static IReadOnlyList<string> Of(string folder, string strategyId, string size) =>
        [.. Directory.EnumerateFiles(folder, $"{strategyId}.{size}.*.json").Order(StringComparer.Ordinal)];
}
