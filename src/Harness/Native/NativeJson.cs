using System.Text.Json.Serialization;

namespace FileTransfer.Harness.Native;

/// <summary>JSON format of what the native reference prints.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(NativeTransfers))]
[JsonSerializable(typeof(NativeOptions))]
internal sealed partial class NativeJson : JsonSerializerContext;
