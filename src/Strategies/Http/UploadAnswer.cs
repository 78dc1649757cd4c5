using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Http;

/// <summary>What an HTTP receiver answers with status 200: the delivery it confirms.</summary>
/// <param name="Bytes">Bytes of payload that arrived.</param>
/// <param name="Crc32C">Their CRC-32C as eight hexadecimal digits, or null from a receiver that was not asked for it.</param>
/// <param name="Headers">Headers with a name of <see cref="HttpResources.RandomHeaderLength"/> characters that arrived, where they are counted; null elsewhere.</param>
public sealed record UploadAnswer(
    long Bytes,
    [property: JsonPropertyName("crc32c")] string? Crc32C,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Headers = null)
{
    /// <summary>An answer is about a hundred bytes; what is longer is none.</summary>
    public const int MostBytes = 4096;

    private const int MostExcerpt = 200;

    /// <summary>Reads the body of an answer with status 200.</summary>
    /// <exception cref="TransferException">It is something else.</exception>
    public static UploadAnswer Read(ReadOnlySpan<byte> json)
    {
        try
        {
            if (JsonSerializer.Deserialize(json, HttpJson.Default.UploadAnswer) is { Bytes: >= 0 } answer)
            {
                return answer;
            }
        }
        catch (JsonException)
        {
            // Falls through: said below, with what came.
        }

        throw new TransferException(TransferErrorKind.Rejected, $"the server answered 200 with something that is no acknowledgement: '{Excerpt(json)}'; is it a FileTransfer server?");
    }

    /// <summary>The status was not 200.</summary>
    public static TransferException Refused(int status, ReadOnlySpan<byte> body) => new(
        TransferErrorKind.Rejected,
        string.Create(CultureInfo.InvariantCulture, $"the server answered {status}{(body.IsEmpty ? "" : $" '{Excerpt(body)}'")} instead of 200; {Advice(status)}"));

    /// <summary>The delivery it confirms.</summary>
    /// <exception cref="TransferException">The checksum is no hexadecimal number.</exception>
    public Delivery Confirm(long sendReturned)
    {
        uint crc = 0;
        return Crc32C is null || uint.TryParse(Crc32C, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out crc)
            ? new Delivery(Bytes, crc, sendReturned)
            : throw new TransferException(TransferErrorKind.Rejected, $"the server confirmed a CRC-32C of '{Excerpt(Crc32C)}', which is no hexadecimal number");
    }

    private static string Advice(int status) => status switch
    {
        413 => "send less, or start it with a larger --max-length",
        >= 500 => "it failed for a reason of its own: start it again, or try another one",
        _ => "is it a FileTransfer server of the same version?",
    };

    /// <summary>A server's words as they may stand in a terminal and in reports: a line, and no more than a few hundred characters.</summary>
    internal static string Excerpt(string? words)
    {
        string text = words ?? "";
        return string.Concat(text.Take(MostExcerpt).Select(character => char.IsControl(character) ? ' ' : character)) + (text.Length > MostExcerpt ? "…" : "");
    }

    // Enough to see that there is more than is shown.
    private static string Excerpt(ReadOnlySpan<byte> body) => Excerpt(Encoding.UTF8.GetString(body[..Math.Min(body.Length, MostBytes)]));
}

/// <summary>What an HTTP receiver answers with any other status.</summary>
/// <param name="Error">Why, in a sentence.</param>
public sealed record UploadError(string Error);

/// <summary>How both are written: camelCase JSON.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(UploadAnswer))]
[JsonSerializable(typeof(UploadError))]
public sealed partial class HttpJson : JsonSerializerContext;
