using System.Text.Json;
using FileTransfer.Results;

namespace FileTransfer.Harness.Comparing;

/// <summary>Reads the full JSON that any program under BenchmarkDotNet exports (JsonExporter.Full).</summary>
internal static class BenchmarkDotNetJson
{
    private const string Pattern = "*-report-full*.json";

    /// <summary>Reads a file, or the only one in a folder; null when it is not BenchmarkDotNet's.</summary>
    /// <exception cref="ResultsFileException">It is BenchmarkDotNet's, and has no measurements, or several are in the folder.</exception>
    public static StoredSide? TryLoad(string path)
    {
        string? file = File.Exists(path) ? path : null;
        if (file is null || !file.EndsWith(".json", StringComparison.OrdinalIgnoreCase))
        {
            return null;
        }

        return Parse(File.ReadAllBytes(file), path);
    }

    /// <summary>Reads the content of a file; null when it is not BenchmarkDotNet's.</summary>
    /// <exception cref="ResultsFileException">It is BenchmarkDotNet's, and has no measurements.</exception>
    internal static StoredSide? Parse(byte[] json, string path)
    {
        try
        {
            using var document = JsonDocument.Parse(json);
            return document.RootElement.ValueKind == JsonValueKind.Object
                && document.RootElement.TryGetProperty("Benchmarks", out JsonElement benchmarks)
                && benchmarks.ValueKind == JsonValueKind.Array
                ? Read(path, document.RootElement, benchmarks)
                : null;
        }
        catch (JsonException)
        {
            // The reader of our own results says what is wrong with it.
            return null;
        }
        catch (InvalidOperationException exception)
        {
            // Such as half of a surrogate pair in a name.
            throw new ResultsFileException($"'{path}' is of BenchmarkDotNet, and cannot be read: {exception.Message}", exception);
        }
    }

    private static StoredSide Read(string path, JsonElement root, JsonElement benchmarks)
    {
        StoredCase[] cases =
        [
            .. benchmarks.EnumerateArray()
                .Select(benchmark => new StoredCase(Text(benchmark, "FullName") ?? "?", StoredKind.Code, Medians(benchmark)))
                .Where(one => one.Medians.Count > 0),
        ];
        if (cases.Length == 0)
        {
            throw new ResultsFileException(
                $"'{path}' is of BenchmarkDotNet, and has no measurements in it: export them with JsonExporter.Full ({Pattern})");
        }

        return new StoredSide
        {
            Words = path,
            Facts = FactsOf(root),
            Cases = cases,
            Warnings =
            [
                cases.Any(one => one.Medians.Count < Results.Analysis.Comparison.RoundsNeeded)
                    ? $"'{path}' has few launches: BenchmarkDotNet runs the launches of a benchmark one after another, so they share what "
                        + "drifts, and intervals over them are too narrow"
                    : $"the launches in '{path}' followed each other, so they share what drifts, and intervals over them are too narrow",
            ],
        };
    }

    /// <summary>The median time of an operation in each launch, of the iterations of the actual workload.</summary>
    private static double[] Medians(JsonElement benchmark) =>
        Member(benchmark, "Measurements") is not { ValueKind: JsonValueKind.Array } measurements
            ? []
            :
            [
                .. measurements.EnumerateArray()
                    .Where(one => Text(one, "IterationMode") == "Workload" && Text(one, "IterationStage") is "Result")
                    .Select(one =>
                        (Launch: Number(one, "LaunchIndex"), Time: Number(one, "Nanoseconds") / Math.Max(1, Number(one, "Operations"))))
                    .Where(one => one.Time > 0)
                    .GroupBy(one => one.Launch)
                    .OrderBy(launch => launch.Key)
                    .Select(launch => launch.Select(one => one.Time).Order().ElementAt(launch.Count() / 2)),
            ];

    private static Dictionary<string, string> FactsOf(JsonElement root)
    {
        var facts = new Dictionary<string, string>();
        if (root.TryGetProperty("HostEnvironmentInfo", out JsonElement host) && host.ValueKind == JsonValueKind.Object)
        {
            foreach (string name in (string[])[
                "OsVersion", "ProcessorName", "LogicalCoreCount", "RuntimeVersion", "Configuration", "HasRyuJit",
            ])
            {
                if (host.TryGetProperty(name, out JsonElement value))
                {
                    facts[name] = value.ToString();
                }
            }
        }

        return facts;
    }

    private static JsonElement? Member(JsonElement element, string name) =>
        element.ValueKind == JsonValueKind.Object && element.TryGetProperty(name, out JsonElement value) ? value : null;

    private static string? Text(JsonElement element, string name) =>
        Member(element, name) is { ValueKind: JsonValueKind.String } value ? value.GetString() : null;

    private static double Number(JsonElement element, string name) =>
        Member(element, name) is { ValueKind: JsonValueKind.Number } value ? value.GetDouble() : 0;
}
