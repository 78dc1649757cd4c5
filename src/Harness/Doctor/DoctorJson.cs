using System.Text.Json.Serialization;
using FileTransfer.Results;

namespace FileTransfer.Harness.Doctor;

/// <summary>Format of <c>doctor --json</c>: camelCase, indented, fields without a value absent.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    WriteIndented = true,
    NewLine = "\n",
    Converters = [typeof(SeverityConverter)])]
[JsonSerializable(typeof(IReadOnlyList<Diagnosis>))]
internal sealed partial class DoctorJson : JsonSerializerContext;
