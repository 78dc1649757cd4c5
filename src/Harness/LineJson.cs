using System.Text.Json.Serialization;
using FileTransfer.Harness.Commands;
using FileTransfer.Harness.Launching;
using FileTransfer.Harness.Native;

namespace FileTransfer.Harness;

/// <summary>JSON on one line, camelCase: what the processes of a run tell each other, and <c>send --json</c>.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(LaunchPlan))]
[JsonSerializable(typeof(LaunchRecord))]
[JsonSerializable(typeof(NativeOptions))]
[JsonSerializable(typeof(NativeTransfers))]
[JsonSerializable(typeof(SendReport))]
internal sealed partial class LineJson : JsonSerializerContext;
