using System.Text.Json.Serialization;

namespace FileTransfer.Lab.Calibration;

/// <summary>Format of the calibration log: one JSON object per line.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(CalibrationEntry))]
[JsonSerializable(typeof(ComparisonEntry))]
internal sealed partial class CalibrationJson : JsonSerializerContext;
