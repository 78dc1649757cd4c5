using System.Buffers;
using System.Buffers.Text;
using System.Text;

namespace FileTransfer.Server.Downloads;

/// <summary>The head of an HTTP/1.1 request (RFC 9112), as far as a server of files needs it; used again for every request.</summary>
/// <remarks>Allocates nothing for a GET without a range or a condition whose target is that of the request before.</remarks>
internal sealed class RequestHead
{
    private static readonly SearchValues<byte> s_token =
        SearchValues.Create("!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"u8);

    private byte[] _target = [];
    private bool _isOld;

    /// <summary>True for GET.</summary>
    public bool IsGet { get; private set; }

    /// <summary>True for HEAD.</summary>
    public bool IsHead { get; private set; }

    /// <summary>The target in origin form.</summary>
    public string Target { get; private set; } = "";

    /// <summary>False when the connection is to be closed after the response: RFC 9112, 9.3.</summary>
    public bool KeepsAlive { get; private set; }

    /// <summary>True when the request has content, which no request for a file has.</summary>
    public bool HasContent { get; private set; }

    /// <summary>Value of Range; null when there is none.</summary>
    public string? Range { get; private set; }

    /// <summary>Value of Authorization; null when there is none.</summary>
    public string? Authorization { get; private set; }

    /// <summary>Conditions of the request.</summary>
    public Conditions Conditions { get; private set; }

    /// <summary>True when there is a condition.</summary>
    public bool IsConditional { get; private set; }

    /// <summary>Gives the memory of the last request back.</summary>
    public void Forget()
    {
        _target = [];
        Target = "";
        Range = Authorization = null;
        Conditions = default;
    }

    /// <summary>
    /// Length of the head at the beginning of <paramref name="received"/>, its empty line included; 0 when it is not complete.
    /// </summary>
    /// <remarks>A line may end without a carriage return: RFC 9112, 2.2.</remarks>
    public static int LengthOf(ReadOnlySpan<byte> received)
    {
        int start = 0;
        while (true)
        {
            int end = received[start..].IndexOf((byte)'\n');
            if (end < 0)
            {
                return 0;
            }

            start += end + 1;
            if (end == 0 || (end == 1 && received[start - 2] == (byte)'\r'))
            {
                return start;
            }
        }
    }

    /// <summary>Reads a complete head.</summary>
    /// <returns>Null, or why it is none; the connection must then be closed.</returns>
    public Refusal? Read(ReadOnlySpan<byte> head)
    {
        (Range, Authorization, Conditions, IsConditional, HasContent) = (null, null, default, false, false);
        if (ReadFirstLine(Next(ref head)) is { } refusal)
        {
            return refusal;
        }

        int hosts = 0;
        ReadOnlySpan<byte> line;
        while ((line = Next(ref head)).Length > 0)
        {
            int colon = line.IndexOf((byte)':');
            ReadOnlySpan<byte> name = colon > 0 ? line[..colon] : default;
            ReadOnlySpan<byte> value = line[(colon + 1)..].Trim(" \t"u8);
            if (name.IsEmpty || name.ContainsAnyExcept(s_token) || value.ContainsAny((byte)0, (byte)'\r'))
            {
                return Refusal.BadRequest("a header is malformed");
            }

            hosts += Ascii.EqualsIgnoreCase(name, "Host"u8) ? 1 : 0;
            if (Keep(name, value) is { } bad)
            {
                return bad;
            }
        }

        // HTTP/1.0 had no Host.
        return hosts == 1 || (_isOld && hosts == 0) ? null : Refusal.BadRequest("a request has one header Host");
    }

    private static ReadOnlySpan<byte> Next(scoped ref ReadOnlySpan<byte> head)
    {
        int end = head.IndexOf((byte)'\n');
        ReadOnlySpan<byte> line = head[..end];
        head = head[(end + 1)..];
        return line.EndsWith("\r"u8) ? line[..^1] : line;
    }

    private static string Text(ReadOnlySpan<byte> value) => Encoding.Latin1.GetString(value);

    private static string Joined(string? before, ReadOnlySpan<byte> value) => before is null ? Text(value) : $"{before}, {Text(value)}";

    private Refusal? ReadFirstLine(ReadOnlySpan<byte> line)
    {
        int first = line.IndexOf((byte)' ');
        int last = line.LastIndexOf((byte)' ');
        ReadOnlySpan<byte> method = first > 0 ? line[..first] : default;
        ReadOnlySpan<byte> version = line[(last + 1)..];
        if (method.IsEmpty || last <= first + 1 || method.ContainsAnyExcept(s_token) || !version.StartsWith("HTTP/"u8))
        {
            return Refusal.BadRequest("the first line is not METHOD TARGET HTTP/1.1");
        }

        if (!version.SequenceEqual("HTTP/1.1"u8) && !version.SequenceEqual("HTTP/1.0"u8))
        {
            return new Refusal(505, "HTTP/1.1 is spoken here");
        }

        IsGet = method.SequenceEqual("GET"u8);
        IsHead = method.SequenceEqual("HEAD"u8);
        _isOld = version[7] == (byte)'0';
        KeepsAlive = !_isOld;
        return ReadTarget(line[(first + 1)..last]);
    }

    private Refusal? ReadTarget(ReadOnlySpan<byte> target)
    {
        if (target.SequenceEqual(_target))
        {
            return null;
        }

        if (target.ContainsAnyExceptInRange((byte)0x21, (byte)0x7E))
        {
            return Refusal.BadRequest("the target has a character that must be encoded");
        }

        _target = target.ToArray();
        Target = Text(target);
        // The absolute form, which every server accepts: RFC 9112, 3.2.2.
        if (Target.StartsWith("http://", StringComparison.OrdinalIgnoreCase))
        {
            int path = Target.IndexOf('/', "http://".Length);
            Target = path < 0 ? "/" : Target[path..];
        }

        return null;
    }

    private Refusal? Keep(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value)
    {
        if (Ascii.EqualsIgnoreCase(name, "Range"u8))
        {
            Range = Joined(Range, value);
        }
        else if (Ascii.EqualsIgnoreCase(name, "Authorization"u8))
        {
            Authorization = Joined(Authorization, value);
        }
        else if (Ascii.EqualsIgnoreCase(name, "Connection"u8))
        {
            // The last one to ask for it: a list of options may name it anywhere.
            KeepsAlive &= !Text(value).Split(',').Any(option => option.Trim().Equals("close", StringComparison.OrdinalIgnoreCase));
        }
        else if (Ascii.EqualsIgnoreCase(name, "Content-Length"u8))
        {
            if (!Utf8Parser.TryParse(value, out ulong length, out int used) || used != value.Length)
            {
                return Refusal.BadRequest("Content-Length is not a number");
            }

            HasContent |= length > 0;
        }
        else if (Ascii.EqualsIgnoreCase(name, "Transfer-Encoding"u8))
        {
            HasContent = true;
        }
        else if (name.Length > 3 && Ascii.EqualsIgnoreCase(name[..3], "If-"u8))
        {
            Conditions = Conditions.With(Text(name), Text(value));
            IsConditional = true;
        }

        return null;
    }
}
