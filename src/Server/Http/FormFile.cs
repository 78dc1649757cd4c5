using System.Buffers;
using FileTransfer.Server.Sinks;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.WebUtilities;
using Microsoft.Net.Http.Headers;

namespace FileTransfer.Server.Http;

/// <summary>The file of a form, multipart/form-data: RFC 7578.</summary>
internal static class FormFile
{
    /// <summary>
    /// Maximum read from a form, in bytes. With a smaller buffer MultipartReader spends most of the time on the search for the
    /// boundary.
    /// </summary>
    private const int BufferSize = 64 << 10;

    /// <summary>RFC 2046, 5.1.1: "boundary delimiters must be no longer than 70 characters".</summary>
    private const int LongestBoundary = 70;

    /// <summary>Drains the only file of a form into a sink; its number of bytes.</summary>
    /// <exception cref="BadHttpRequestException">
    /// The form has no file, more than one, or one that is too long or too slow; or it is none.
    /// </exception>
    public static async Task<long> DrainAsync(HttpContext context, IPayloadSink sink, BodyFaults faults)
    {
        var body = new TimedBody(context.Request.Body, faults);
        var reader = new MultipartReader(BoundaryOf(context.Request), body, BufferSize) { BodyLengthLimit = null };
        byte[] buffer = ArrayPool<byte>.Shared.Rent(BufferSize);
        long? bytes = null;
        bool isWhole = false;
        try
        {
            while (await reader.ReadNextSectionAsync(context.RequestAborted) is { } section)
            {
                if (!IsFile(section))
                {
                    continue;
                }

                if (bytes is not null)
                {
                    throw new BadHttpRequestException("the form has more than one file");
                }

                bytes = 0;
                int count;
                while ((count = await section.Body.ReadAsync(buffer, context.RequestAborted)) > 0)
                {
                    sink.Append(buffer.AsSpan(0, count));
                    bytes += count;
                    faults.ThrowIfTooLarge(bytes.Value);
                }
            }

            isWhole = true;
            return bytes ?? throw new BadHttpRequestException("the form has no file");
        }
        catch (InvalidDataException exception)
        {
            throw new BadHttpRequestException($"the form cannot be read: {exception.Message}", exception);
        }
        catch (IOException exception)
            when (exception is not (BadHttpRequestException or ConnectionResetException) && !context.RequestAborted.IsCancellationRequested)
        {
            throw new BadHttpRequestException($"the form ends too early, or is not multipart/form-data: {exception.Message}", exception);
        }
        finally
        {
            if (!isWhole)
            {
                BodyFaults.StoppedAfter(context, bytes ?? 0);
            }

            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    /// <summary>The boundary of a form.</summary>
    /// <exception cref="BadHttpRequestException">The request is no form, or names no boundary.</exception>
    public static string BoundaryOf(HttpRequest request)
    {
        if (!MediaTypeHeaderValue.TryParse(request.ContentType, out MediaTypeHeaderValue? type)
            || !type.MediaType.Equals("multipart/form-data", StringComparison.OrdinalIgnoreCase))
        {
            throw new BadHttpRequestException(
                "POST takes multipart/form-data; send a bare file with PUT",
                StatusCodes.Status415UnsupportedMediaType);
        }

        string? boundary = HeaderUtilities.RemoveQuotes(type.Boundary).Value;
        return boundary is { Length: > 0 and <= LongestBoundary }
            ? boundary
            : throw new BadHttpRequestException($"the Content-Type must name a boundary of 1 to {LongestBoundary} characters");
    }

    private static bool IsFile(MultipartSection section) =>
        ContentDispositionHeaderValue.TryParse(section.ContentDisposition, out ContentDispositionHeaderValue? disposition)
            ? disposition.IsFileDisposition()
            : throw new BadHttpRequestException("a part of the form has no readable Content-Disposition");
}
