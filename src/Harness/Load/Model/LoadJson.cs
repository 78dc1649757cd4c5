using System.Text.Json.Serialization;
using FileTransfer.Results;

namespace FileTransfer.Harness.Load.Model;

/// <summary>Format of load results: camelCase, on one line, fields without a value absent.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(LoadResult))]
internal sealed partial class LoadJson : JsonSerializerContext;

/// <summary>Format of load.json: camelCase, indented, samples on one line, fields without a value absent.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    RespectNullableAnnotations = true,
    WriteIndented = true,
    NewLine = "\n",
    Converters = [typeof(SampleArrayConverter)])]
[JsonSerializable(typeof(LoadSweep))]
internal sealed partial class LoadSweepJson : JsonSerializerContext;
