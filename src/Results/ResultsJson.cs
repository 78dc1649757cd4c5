using System.Text.Json.Serialization;

namespace FileTransfer.Results;

/// <summary>Format of results.json: camelCase, indented, samples on one line, fields without a value absent.</summary>
/// <remarks>The schema is results.schema.json beside this file; a test compares the two.</remarks>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    RespectNullableAnnotations = true,
    WriteIndented = true,
    NewLine = "\n",
    Converters =
    [
        typeof(SampleArrayConverter), typeof(TurnConverter), typeof(OutcomeConverter), typeof(StrategyRoleConverter),
        typeof(SeverityConverter),
    ])]
[JsonSerializable(typeof(RunResult))]
internal sealed partial class ResultsJson : JsonSerializerContext;
