using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace FileTransfer.Results;

/// <summary>Writes samples on one line, because one line per sample would make an indented file unreadable.</summary>
internal sealed class SampleArrayConverter : JsonConverter<IReadOnlyList<long>>
{
    private const int MaxDigits = 20;

    /// <inheritdoc/>
    public override IReadOnlyList<long> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        if (reader.TokenType != JsonTokenType.StartArray)
        {
            throw new JsonException("samples must be an array of whole nanoseconds.");
        }

        List<long> samples = [];
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
        {
            if (reader.TokenType != JsonTokenType.Number || !reader.TryGetInt64(out long sample))
            {
                throw new JsonException($"sample {samples.Count + 1} is not a whole number of nanoseconds.");
            }

            samples.Add(sample);
        }

        return samples;
    }

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, IReadOnlyList<long> value, JsonSerializerOptions options)
    {
        ArrayBufferWriter<byte> line = new();
        line.Write("["u8);
        for (int index = 0; index < value.Count; index++)
        {
            if (index > 0)
            {
                line.Write(","u8);
            }

            value[index].TryFormat(line.GetSpan(MaxDigits), out int written);
            line.Advance(written);
        }

        line.Write("]"u8);
        writer.WriteRawValue(line.WrittenSpan, skipInputValidation: true);
    }
}
