using System.Text.Json.Serialization;
using FileTransfer.Harness.Commands;
using FileTransfer.Harness.Comparing;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Results;

namespace FileTransfer.Harness;

/// <summary>JSON that people read too, camelCase: compare.json, load.json, <c>doctor --json</c> and <c>list --json</c>.</summary>
/// <remarks>Indented, samples on one line, fields without a value absent.</remarks>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    RespectNullableAnnotations = true,
    WriteIndented = true,
    NewLine = "\n",
    Converters = [typeof(SampleArrayConverter), typeof(SeverityConverter)])]
[JsonSerializable(typeof(CompareResult))]
[JsonSerializable(typeof(IReadOnlyList<Diagnosis>))]
[JsonSerializable(typeof(ListedStrategy[]))]
[JsonSerializable(typeof(LoadSweep))]
internal sealed partial class IndentedJson : JsonSerializerContext;
