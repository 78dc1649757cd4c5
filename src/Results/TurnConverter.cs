using System.Text.Json;
using System.Text.Json.Serialization;

namespace FileTransfer.Results;

/// <summary>Writes a turn on one line, because a run has thousands.</summary>
internal sealed class TurnConverter : JsonConverter<Turn>
{
    /// <inheritdoc/>
    public override Turn Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        JsonSerializer.Deserialize(ref reader, TurnJson.Default.Turn) ?? throw new JsonException("a turn is null.");

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, Turn value, JsonSerializerOptions options) =>
        writer.WriteRawValue(JsonSerializer.SerializeToUtf8Bytes(value, TurnJson.Default.Turn), skipInputValidation: true);
}

/// <summary>Format of a turn.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    RespectNullableAnnotations = true,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Skip)]
[JsonSerializable(typeof(Turn))]
internal sealed partial class TurnJson : JsonSerializerContext;
