using System.Text.Json.Serialization;

namespace FileTransfer.Harness.Launching;

/// <summary>JSON format of the files that the processes of a run exchange.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(LaunchRecord))]
[JsonSerializable(typeof(LaunchPlan))]
internal sealed partial class LaunchJson : JsonSerializerContext;
