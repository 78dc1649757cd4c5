using System.Text.Json.Serialization;
using FileTransfer.Harness.Launching;
using FileTransfer.Harness.Native;

namespace FileTransfer.Harness;

/// <summary>JSON format of what the processes of a run tell each other.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(LaunchPlan))]
[JsonSerializable(typeof(LaunchRecord))]
[JsonSerializable(typeof(NativeOptions))]
[JsonSerializable(typeof(NativeTransfers))]
internal sealed partial class ProcessJson : JsonSerializerContext;
