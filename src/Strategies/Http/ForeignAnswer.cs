using System.Globalization;
using System.Text.Json;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Http;

/// <summary>Decides by the answer of a server of another make whether it has accepted an upload, and what it tells of it.</summary>
internal static class ForeignAnswer
{
    /// <summary>Longest answer in bytes, such as a page that says that a file has arrived.</summary>
    public const int MostBytes = ResponseHead.Longest;

    private const int FirstRedirect = 300;
    private const int FirstError = 400;

    /// <summary>Reads an answer.</summary>
    /// <param name="target">What is agreed with the server.</param>
    /// <param name="status">Its status.</param>
    /// <param name="body">Its body.</param>
    /// <param name="payload">What was sent; all of it counts as accepted where the server tells no number.</param>
    /// <exception cref="TransferException">
    /// The status is another one, there is no number or checksum where one was promised, or it is the checksum of something else.
    /// </exception>
    public static UploadAnswer Read(UrlTarget target, int status, ReadOnlySpan<byte> body, Payload payload) =>
        !target.Options.Expected.Contains(status) ? throw Refused(target, status, body)
        : new UploadAnswer(target.Options.Proof is { } proof ? Told(target, proof, body, payload) : payload.Length, Crc32C: null);

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

    /// <summary>The number of bytes that the server has, as it tells in its answer or proves by their checksum.</summary>
    private static long Told(UrlTarget target, UploadProof proof, ReadOnlySpan<byte> body, Payload payload)
    {
        try
        {
            var reader = new Utf8JsonReader(body);
            using var json = JsonDocument.ParseValue(ref reader);
            if (json.RootElement.ValueKind == JsonValueKind.Object && json.RootElement.TryGetProperty(proof.Field, out JsonElement value))
            {
                if (proof.Kind != UploadProofKind.Bytes && UploadChecksum.Read(value, proof.Kind) is { } checksum)
                {
                    ThrowUnlessOf(payload, checksum, proof, target);
                    return payload.Length;
                }

                if (proof.Kind == UploadProofKind.Bytes
                    && value.ValueKind == JsonValueKind.Number
                    && value.TryGetInt64(out long count)
                    && count >= 0)
                {
                    return count;
                }
            }
        }
        catch (JsonException)
        {
            // Falls through to the exception below, which quotes the body.
        }

        string what = proof.Kind == UploadProofKind.Bytes ? "number" : UploadChecksum.Name(proof.Kind);
        throw new TransferException(
            TransferErrorKind.Rejected,
            $"the server's answer has no {what} '{proof.Field}' as --proof promised: '{UploadAnswer.Excerpt(Text(body))}'");
    }

    private static void ThrowUnlessOf(Payload payload, byte[] told, UploadProof proof, UrlTarget target)
    {
        byte[] sent = target.Checksums.GetValue(payload, one => UploadChecksum.Of(one, proof.Kind));
        if (!told.AsSpan().SequenceEqual(sent))
        {
            string name = UploadChecksum.Name(proof.Kind);
            throw new TransferException(
                TransferErrorKind.Mismatch,
                $"the server told the {name} {Convert.ToHexStringLower(told)} of what arrived, and the file has "
                + $"{Convert.ToHexStringLower(sent)}: something else arrived, or '{proof.Field}' is no checksum of the file alone");
        }
    }

    private static string Text(ReadOnlySpan<byte> body) =>
        System.Text.Encoding.UTF8.GetString(body[..Math.Min(body.Length, UploadAnswer.MostBytes)]);
}
