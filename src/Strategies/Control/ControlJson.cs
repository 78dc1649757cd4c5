using System.Text.Json.Serialization;

namespace FileTransfer.Strategies.Control;

/// <summary>Serializes the control messages as camelCase JSON on one line.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(ServerReady))]
[JsonSerializable(typeof(ServerStats))]
[JsonSerializable(typeof(ServerEnvironment))]
[JsonSerializable(typeof(ReceiverChecks))]
[JsonSerializable(typeof(BarrierAnswer))]
public sealed partial class ControlJson : JsonSerializerContext;
