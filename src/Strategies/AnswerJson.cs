using System.Text.Json.Serialization;
using FileTransfer.Strategies.Http;
using FileTransfer.Strategies.Rpc;

namespace FileTransfer.Strategies;

/// <summary>Serializes the answers of servers over HTTP as camelCase JSON.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(TwirpError))]
[JsonSerializable(typeof(UploadAnswer))]
[JsonSerializable(typeof(UploadError))]
public sealed partial class AnswerJson : JsonSerializerContext;
