using System.Text.Json.Serialization;

namespace FileTransfer.Harness.Comparing;

/// <summary>The format of compare.json.</summary>
[JsonSourceGenerationOptions(
    WriteIndented = true,
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(CompareResult))]
internal sealed partial class CompareJson : JsonSerializerContext;
