using System.Globalization;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Http;

namespace FileTransfer.Strategies.Downloads;

/// <summary>Decides by the head of a response whether its body is the file that was asked for, whole and unchanged.</summary>
internal static class DownloadAnswer
{
    private const int Whole = 200;
    private const int Part = 206;
    private const int NotModified = 304;
    private const int FirstError = 400;
    private const int NotFound = 404;

    /// <summary>Longest part of a refusal's body that is read for the message.</summary>
    public const int MostOfRefusal = 4096;

    /// <summary>Checks the status of a response.</summary>
    /// <param name="status">The status.</param>
    /// <param name="body">The reason in the body of a refusal; empty for others.</param>
    /// <param name="location">Where a redirect leads; empty for others.</param>
    /// <param name="target">What was asked for, of a server of another make; null for ours.</param>
    /// <exception cref="TransferException">The status is not 200, or of a part of a file not 206.</exception>
    public static void ThrowUnlessWhole(int status, string body, string location = "", UrlTarget? target = null)
    {
        int expected = target?.Range is null ? Whole : Part;
        if (status != expected)
        {
            string quoted = body.Length > 0 ? $" '{UploadAnswer.Excerpt(body)}'" : "";
            string advice = status == Whole ? "it serves no parts of this file; leave --ranges out"
                : target is not null && status is not (Part or NotModified) ? ForeignAnswer.Advice(status, location)
                : Advice(status);
            throw new TransferException(
                TransferErrorKind.Rejected,
                string.Create(CultureInfo.InvariantCulture, $"the server answered {status}{quoted} instead of {expected}; {advice}"));
        }
    }

    /// <summary>True when the body of a response with this status says why there is no file.</summary>
    public static bool HasReason(int status) => status >= FirstError;

    /// <summary>Checks what a response with status 200 says of its body.</summary>
    /// <param name="announced">Content-Length; null when there is none.</param>
    /// <param name="encoding">Content-Encoding; empty when there is none.</param>
    /// <param name="part">Content-Range; empty when there is none.</param>
    /// <param name="expected">Length of the file, or of the part of it that was asked for, in bytes.</param>
    /// <param name="target">
    /// What was asked for, of a server of another make, which need not announce a length: the bytes that come are counted all the same.
    /// Null for ours.
    /// </param>
    /// <exception cref="TransferException">The body is not what was asked for, as it is.</exception>
    public static void ThrowUnlessPlain(long? announced, string encoding, string part, long expected, UrlTarget? target = null)
    {
        if (encoding.Length > 0 && !encoding.Equals("identity", StringComparison.OrdinalIgnoreCase))
        {
            throw Mismatch($"the server sent the content encoding '{UploadAnswer.Excerpt(encoding)}', which was not asked for");
        }

        if (target?.Range is { } range)
        {
            ThrowUnlessRight(part, range);
        }
        else if (part.Length > 0)
        {
            throw Mismatch($"the server sent a Content-Range with status 200: no range was asked for");
        }

        if (announced is not { } length)
        {
            if (target is not null)
            {
                return;
            }

            throw Mismatch($"the server did not announce the length of the file: a body that is cut short could not be told from it");
        }

        if (length != expected)
        {
            throw Mismatch(
                $"the server announced {length} bytes, but the file has {expected}: it serves another file, or the file has changed");
        }
    }

    /// <summary>The length of the whole file may be left open, as "*".</summary>
    private static void ThrowUnlessRight(string part, UrlRange range)
    {
        if (part != range.Answered && part != $"{range.Answered[..range.Answered.IndexOf('/', StringComparison.Ordinal)]}/*")
        {
            throw Mismatch($"the server sent '{UploadAnswer.Excerpt(part)}' to a request for '{range.Answered}': it is another part");
        }
    }

    private static string Advice(int status) => status switch
    {
        Part => "no range was asked for, and a part is not the file",
        NotModified => "no condition was set, and this client keeps no copy",
        NotFound => "the server must be started with --files and the folder of the file",
        >= 500 => "the server itself failed: restart it, or use another one",
        _ => "is it a FileTransfer server of the same version?",
    };

    private static TransferException Mismatch(FormattableString reason) =>
        new(TransferErrorKind.Mismatch, reason.ToString(CultureInfo.InvariantCulture));
}
