using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Http;

/// <summary>The answer of an HTTP receiver with status 200, which confirms a delivery.</summary>
/// <param name="Bytes">Number of payload bytes that arrived.</param>
/// <param name="Crc32C">Their CRC-32C as eight hexadecimal digits; null when the receiver did not compute it.</param>
/// <param name="Headers">
/// Number of received headers with a name of <see cref="HttpResources.RandomHeaderLength"/> characters; null when they are not
/// counted.
/// </param>
public sealed record UploadAnswer(
    long Bytes,
    [property: JsonPropertyName("crc32c")] string? Crc32C,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Headers = null)
{
    /// <summary>Longest answer in bytes. A real one has about a hundred; a longer body is not an acknowledgement.</summary>
    public const int MostBytes = 4096;

    private const int ExcerptLength = 200;

    /// <summary>Reads the body of an answer with status 200.</summary>
    /// <exception cref="TransferException">The body is not an acknowledgement.</exception>
    public static UploadAnswer Read(ReadOnlySpan<byte> json)
    {
        try
        {
            if (JsonSerializer.Deserialize(json, ServerJson.Default.UploadAnswer) is { Bytes: >= 0 } answer)
            {
                return answer;
            }
        }
        catch (JsonException)
        {
            // Falls through to the exception below, which quotes the body.
        }

        throw new TransferException(
            TransferErrorKind.Rejected,
            $"the server answered 200, but not with an acknowledgement: '{Excerpt(json)}'; is it a FileTransfer server?");
    }

    /// <summary>The exception for an answer with another status than 200.</summary>
    public static TransferException Refused(int status, ReadOnlySpan<byte> body) => new(
        TransferErrorKind.Rejected,
        string.Create(
            CultureInfo.InvariantCulture,
            $"the server answered {status}{(body.IsEmpty ? "" : $" '{Excerpt(body)}'")} instead of 200; {Advice(status)}"));

    /// <summary>The confirmed delivery.</summary>
    /// <exception cref="TransferException">The checksum is not a hexadecimal number.</exception>
    public Delivery Confirm(long sendReturned)
    {
        uint crc = 0;
        return Crc32C is null || uint.TryParse(Crc32C, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out crc)
            ? new Delivery(Bytes, crc, sendReturned)
            : throw new TransferException(
                TransferErrorKind.Rejected,
                $"the server confirmed a CRC-32C of '{Excerpt(Crc32C)}', which is not a hexadecimal number");
    }

    private static string Advice(int status) => status switch
    {
        413 => "send a smaller file, or start the server with a larger --max-length",
        507 => "free some room there, or start the server with another folder (serve --keep DIR)",
        >= 500 => "the server itself failed: restart it, or use another one",
        _ => "is it a FileTransfer server of the same version?",
    };

    /// <summary>
    /// A text from a server, made safe for terminals and reports: one line without control characters, at most 200 characters long.
    /// </summary>
    internal static string Excerpt(string? words)
    {
        string text = words ?? "";
        return string.Concat(text.Take(ExcerptLength).Select(character => char.IsControl(character) ? ' ' : character))
            + (text.Length > ExcerptLength ? "…" : "");
    }

    // Decodes more than the excerpt shows, so that a longer body ends in an ellipsis.
    private static string Excerpt(ReadOnlySpan<byte> body) => Excerpt(Encoding.UTF8.GetString(body[..Math.Min(body.Length, MostBytes)]));
}

/// <summary>The answer of an HTTP receiver with any other status than 200.</summary>
/// <param name="Error">The reason, as one sentence.</param>
public sealed record UploadError(string Error);
