using System.Text.Json.Serialization;
using FileTransfer.Lab.Calibration;
using FileTransfer.Lab.Explaining;
using FileTransfer.Lab.Networks;

namespace FileTransfer.Lab;

/// <summary>Format of the logs: one JSON object per line, fields without a value absent.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(CalibrationEntry))]
[JsonSerializable(typeof(ComparisonEntry))]
[JsonSerializable(typeof(MeasuredRounds))]
[JsonSerializable(typeof(NetworkEntry))]
[JsonSerializable(typeof(RaceEntry))]
[JsonSerializable(typeof(TrialEntry))]
internal sealed partial class LogJson : JsonSerializerContext;
