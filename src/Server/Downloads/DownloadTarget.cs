using System.Text;
using FileTransfer.Strategies.Downloads;

namespace FileTransfer.Server.Downloads;

/// <summary>
/// Reads the target of a request for a file as the client wrote it: <c>/serve/WAY/NAME</c>. A name is decoded once, and names a file
/// directly in the folder: no name leads anywhere else, however it is encoded.
/// </summary>
/// <remarks>
/// Both servers read the target themselves. A web server that resolves dot segments first would turn some of these requests into
/// requests for something else.
/// </remarks>
internal static class DownloadTarget
{
    /// <summary>NAME_MAX of Linux, in bytes: &lt;linux/limits.h&gt;.</summary>
    private const int LongestName = 255;

    private static readonly UTF8Encoding s_utf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    /// <summary>True for a target below the prefix of served files.</summary>
    public static bool IsOne(string target) => target.StartsWith(ServingWay.Prefix, StringComparison.Ordinal);

    /// <summary>Takes a target apart.</summary>
    /// <param name="target">The target in origin form, for which <see cref="IsOne"/> is true.</param>
    /// <param name="way">The way of serving, which may be one that does not exist.</param>
    /// <param name="name">Name of a file: no path, no dot segment, and nothing that a path could be made of.</param>
    /// <returns>Null, or why the target names no file.</returns>
    public static Refusal? Parse(string target, out string way, out string name)
    {
        (way, name) = ("", "");
        int query = target.IndexOf('?', StringComparison.Ordinal);
        string path = query < 0 ? target : target[..query];
        string[] segments = path[ServingWay.Prefix.Length..].Split('/');
        way = segments[0];
        if (segments.Length == 1 || segments[^1].Length == 0)
        {
            return Refusal.NotFound("the path names no file: ask for /serve/WAY/NAME");
        }

        foreach (string segment in segments)
        {
            if (Decode(segment, out string decoded) is { } refusal)
            {
                return refusal;
            }

            if (decoded is "." or "..")
            {
                return Refusal.BadRequest("the path has a segment of dots");
            }

            name = decoded;
        }

        if (segments.Length > 2)
        {
            return Refusal.NotFound("only files directly in the folder are served");
        }

        return Encoding.UTF8.GetByteCount(name) > LongestName
            ? Refusal.TooLong($"a name has at most {LongestName} bytes")
            : null;
    }

    private static Refusal? Decode(string segment, out string decoded)
    {
        decoded = segment;
        foreach (char letter in segment)
        {
            // A target has no characters beyond ASCII, and no control characters: RFC 9112, 3.2.
            if (letter is <= ' ' or >= (char)0x7F)
            {
                return Refusal.BadRequest("the path has a character that must be encoded");
            }
        }

        if (segment.Contains('%', StringComparison.Ordinal))
        {
            byte[] bytes = new byte[segment.Length];
            int count = 0;
            for (int i = 0; i < segment.Length; i++)
            {
                if (segment[i] != '%')
                {
                    bytes[count++] = (byte)segment[i];
                }
                else if (i + 2 < segment.Length && char.IsAsciiHexDigit(segment[i + 1]) && char.IsAsciiHexDigit(segment[i + 2]))
                {
                    bytes[count++] = Convert.FromHexString(segment.AsSpan(i + 1, 2))[0];
                    i += 2;
                }
                else
                {
                    return Refusal.BadRequest("a percent sign in the path is not followed by two hexadecimal digits");
                }
            }

            try
            {
                decoded = s_utf8.GetString(bytes, 0, count);
            }
            catch (DecoderFallbackException)
            {
                return Refusal.BadRequest("the path is not UTF-8");
            }
        }

        bool isNoName = decoded.Any(letter => letter is '/' or '\\' || char.IsControl(letter))
            || decoded.IndexOfAny(Path.GetInvalidFileNameChars()) >= 0;
        return isNoName
            ? Refusal.BadRequest("the path has an encoded slash, a backslash or a control character, which no name has here")
            : null;
    }
}
