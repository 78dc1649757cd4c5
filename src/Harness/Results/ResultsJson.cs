using System.Text.Json.Serialization;

namespace FileTransfer.Harness.Results;

/// <summary>How results.json is written: camelCase, indented, samples on one line, absent where there is no value.</summary>
/// <remarks>The format is described by results.schema.json beside this file; a test holds the two together.</remarks>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    RespectNullableAnnotations = true,
    WriteIndented = true,
    NewLine = "\n",
    Converters = [typeof(SampleArrayConverter), typeof(OutcomeConverter), typeof(StrategyRoleConverter)])]
[JsonSerializable(typeof(RunResult))]
internal sealed partial class ResultsJson : JsonSerializerContext;
