using System.Globalization;
using System.Text.Json;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Http;

/// <summary>Decides by the answer of a server of another make whether it has accepted an upload, and how many bytes it counts.</summary>
internal static class ForeignAnswer
{
    private const int FirstRedirect = 300;
    private const int FirstError = 400;

    /// <summary>Reads an answer.</summary>
    /// <param name="target">What is agreed with the server.</param>
    /// <param name="status">Its status.</param>
    /// <param name="body">Its body.</param>
    /// <param name="length">Bytes that were sent, which count as accepted where the server tells no number.</param>
    /// <exception cref="TransferException">The status is another one, or there is no number where one was promised.</exception>
    public static UploadAnswer Read(UrlTarget target, int status, ReadOnlySpan<byte> body, long length) =>
        !target.Options.Expected.Contains(status) ? throw Refused(target, status, body)
        : target.Options.CountField is { } field ? new UploadAnswer(CountIn(field, body), Crc32C: null)
        : new UploadAnswer(length, Crc32C: null);

    /// <summary>The exception for another status than those expected.</summary>
    public static TransferException Refused(UrlTarget target, int status, ReadOnlySpan<byte> body) => new(
        TransferErrorKind.Rejected,
        string.Create(
            CultureInfo.InvariantCulture,
            $"the server answered {status}{(body.IsEmpty ? "" : $" '{UploadAnswer.Excerpt(Text(body))}'")} instead of "
            + $"{string.Join(" or ", target.Options.Expected)}; {Advice(status, "")}"));

    /// <summary>What to do about a status that was not expected.</summary>
    /// <param name="status">The status.</param>
    /// <param name="location">Where a redirect leads; empty where that is unknown.</param>
    public static string Advice(int status, string location) => status switch
    {
        >= FirstRedirect and < FirstError when location.Length > 0 =>
            $"redirects are not followed: it leads to '{UploadAnswer.Excerpt(location)}', which may be named instead",
        >= FirstRedirect and < FirstError => "redirects are not followed; name the address that it leads to",
        401 or 403 or 407 => "it asks for a permission; --header 'Authorization: …' adds one",
        404 or 410 => "there is nothing at this address",
        405 => "it does not take this method at this address",
        >= 500 => "the server itself failed",
        _ => "--expect names another status that counts as success of an upload",
    };

    private static long CountIn(string field, ReadOnlySpan<byte> body)
    {
        try
        {
            var reader = new Utf8JsonReader(body);
            using var json = JsonDocument.ParseValue(ref reader);
            if (json.RootElement.ValueKind == JsonValueKind.Object
                && json.RootElement.TryGetProperty(field, out JsonElement value)
                && value.ValueKind == JsonValueKind.Number
                && value.TryGetInt64(out long count)
                && count >= 0)
            {
                return count;
            }
        }
        catch (JsonException)
        {
            // Falls through to the exception below, which quotes the body.
        }

        throw new TransferException(
            TransferErrorKind.Rejected,
            $"the server's answer has no number '{field}' as --proof promised: '{UploadAnswer.Excerpt(Text(body))}'");
    }

    private static string Text(ReadOnlySpan<byte> body) =>
        System.Text.Encoding.UTF8.GetString(body[..Math.Min(body.Length, UploadAnswer.MostBytes)]);
}
