using System.Text.Json.Serialization;
using FileTransfer.Harness.Commands;

namespace FileTransfer.Harness;

/// <summary>JSON on one line, camelCase: <c>send --json</c>.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(SendReport))]
internal sealed partial class LineJson : JsonSerializerContext;
