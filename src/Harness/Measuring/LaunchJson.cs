using System.Text.Json.Serialization;

namespace FileTransfer.Harness.Measuring;

/// <summary>How a run's processes write to each other.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(LaunchRecord))]
[JsonSerializable(typeof(LaunchPlan))]
[JsonSerializable(typeof(NativeTransfers))]
[JsonSerializable(typeof(NativeOptions))]
internal sealed partial class LaunchJson : JsonSerializerContext;
