using System.Text.Json.Serialization;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Native;

namespace FileTransfer.Senders;

/// <summary>JSON on one line, camelCase: what senders are told, and what they tell.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(LaunchPlan))]
[JsonSerializable(typeof(LaunchRecord))]
[JsonSerializable(typeof(NativeOptions))]
[JsonSerializable(typeof(NativeTransfers))]
internal sealed partial class LaunchJson : JsonSerializerContext;
