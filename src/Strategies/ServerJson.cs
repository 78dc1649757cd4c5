using System.Text.Json.Serialization;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Http;
using FileTransfer.Strategies.Rpc;

namespace FileTransfer.Strategies;

/// <summary>Serializes what servers answer, at their control endpoint and over HTTP, as camelCase JSON on one line.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(BarrierAnswer))]
[JsonSerializable(typeof(ReceiverChecks))]
[JsonSerializable(typeof(ServerEnvironment))]
[JsonSerializable(typeof(ServerReady))]
[JsonSerializable(typeof(ServerStats))]
[JsonSerializable(typeof(TwirpError))]
[JsonSerializable(typeof(UploadAnswer))]
[JsonSerializable(typeof(UploadError))]
public sealed partial class ServerJson : JsonSerializerContext;
