using System.Buffers.Text;
using System.Globalization;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Http;

/// <summary>
/// Reads HTTP/1.1 responses from a stream of bytes, one after another (RFC 9112). Limits their length, and allocates nothing for
/// a response as short as an acknowledgement.
/// </summary>
/// <param name="receive">Receives the available bytes into a buffer; returns their number, 0 at the end of the stream.</param>
internal sealed class HttpResponseReader(Func<ArraySegment<byte>, int> receive)
{
    /// <summary>Longest response head, chunk line or body, in bytes.</summary>
    private const int Most = ResponseHead.Longest;

    /// <summary>Maximum number of interim responses before a final one: a server needs one or two.</summary>
    private const int MaximumInterim = 16;

    private readonly byte[] _buffer = new byte[2 * Most];
    private readonly byte[] _body = new byte[Most];
    private int _start;
    private int _end;

    /// <summary>Status of the last response.</summary>
    public int Status { get; private set; }

    /// <summary>True when the server keeps the connection open for another request: RFC 9112, 9.3.</summary>
    public bool KeepsAlive { get; private set; }

    /// <summary>Reads the next final response; skips interim responses such as 100 Continue.</summary>
    /// <returns>Its body, valid until the next call.</returns>
    /// <exception cref="TransferException">
    /// The connection ended, or the received bytes are not a response, or the response is too long.
    /// </exception>
    public ReadOnlySpan<byte> Read()
    {
        for (int interim = 0; interim <= MaximumInterim; interim++)
        {
            ResponseHead head = ReadHead();
            (Status, KeepsAlive) = (head.Status, head.KeepsAlive);
            if (!head.IsInterim)
            {
                return Status is 204 or 304 ? [] : head.IsChunked ? ReadChunks() : ReadBody(head.Length);
            }
        }

        throw ResponseHead.Malformed($"more than {MaximumInterim} interim responses precede it");
    }

    private ResponseHead ReadHead()
    {
        var head = new ResponseHead(ReadLine());
        int total = 0;
        while (ReadLine() is { Length: > 0 } line)
        {
            if ((total += line.Length) > Most)
            {
                throw ResponseHead.Malformed($"its head is longer than {Most} bytes");
            }

            head.Add(line);
        }

        return head;
    }

    private ReadOnlySpan<byte> ReadBody(long? length)
    {
        if (length > Most)
        {
            throw ResponseHead.Malformed(string.Create(
                CultureInfo.InvariantCulture,
                $"its body of {length} bytes is longer than the {Most} of an acknowledgement"));
        }

        if (length is { } known)
        {
            return Take((int)known, _body);
        }

        // Neither a length nor chunks: the body ends with the connection. RFC 9112, 6.3.
        KeepsAlive = false;
        int count = 0;
        do
        {
            _buffer.AsSpan(_start, Math.Min(_end - _start, Most - count)).CopyTo(_body.AsSpan(count));
            count += Math.Min(_end - _start, Most - count);
            _start = _end = 0;
        }
        while (count < Most && TryFill());
        return _body.AsSpan(0, count);
    }

    private ReadOnlySpan<byte> ReadChunks()
    {
        int count = 0;
        while (true)
        {
            ReadOnlySpan<byte> line = ReadLine();
            if (!Utf8Parser.TryParse(line, out int size, out int used, standardFormat: 'x')
                || size < 0
                || (used < line.Length && line[used] != (byte)';'))
            {
                throw ResponseHead.Malformed($"a chunk begins with '{ResponseHead.Printable(line)}'");
            }

            if (size > Most - count)
            {
                throw ResponseHead.Malformed($"its body is longer than the {Most} bytes of an acknowledgement");
            }

            if (size == 0)
            {
                break;
            }

            Take(size, _body.AsSpan(count));
            count += size;
            if (ReadLine().Length > 0)
            {
                throw ResponseHead.Malformed("a chunk does not end at its announced length");
            }
        }

        int trailers = 0;
        while (ReadLine() is { Length: > 0 } trailer)
        {
            if ((trailers += trailer.Length) > Most)
            {
                throw ResponseHead.Malformed($"its trailers are longer than {Most} bytes");
            }
        }

        return _body.AsSpan(0, count);
    }

    /// <summary>Moves <paramref name="count"/> bytes into <paramref name="target"/>.</summary>
    private ReadOnlySpan<byte> Take(int count, Span<byte> target)
    {
        int taken = 0;
        while (taken < count)
        {
            if (_start == _end)
            {
                Fill();
            }

            int part = Math.Min(count - taken, _end - _start);
            _buffer.AsSpan(_start, part).CopyTo(target[taken..]);
            _start += part;
            taken += part;
        }

        return target[..count];
    }

    /// <summary>The next line without its line end, valid until the next call.</summary>
    private ReadOnlySpan<byte> ReadLine()
    {
        int searched = 0;
        while (true)
        {
            int length = _buffer.AsSpan(_start + searched, _end - _start - searched).IndexOf((byte)'\n');
            if (length >= 0)
            {
                ReadOnlySpan<byte> line = _buffer.AsSpan(_start, searched + length);
                _start += searched + length + 1;
                return line.EndsWith("\r"u8) ? line[..^1] : line;
            }

            searched = _end - _start;
            if (searched > Most)
            {
                throw ResponseHead.Malformed($"a line is longer than {Most} bytes");
            }

            Fill();
        }
    }

    private void Fill()
    {
        if (!TryFill())
        {
            throw new TransferException(
                TransferErrorKind.ConnectionLost,
                "the server closed the connection before its answer was complete");
        }
    }

    private bool TryFill()
    {
        if (_start > 0)
        {
            _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
            _end -= _start;
            _start = 0;
        }

        int count = receive(new ArraySegment<byte>(_buffer, _end, _buffer.Length - _end));
        _end += count;
        return count > 0;
    }
}
