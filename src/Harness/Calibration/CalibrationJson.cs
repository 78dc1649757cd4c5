using System.Text.Json.Serialization;

namespace FileTransfer.Harness.Calibration;

/// <summary>How they are kept: an object of JSON on each line.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(CalibrationEntry))]
internal sealed partial class CalibrationJson : JsonSerializerContext;
