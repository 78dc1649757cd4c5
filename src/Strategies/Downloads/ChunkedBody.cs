using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Http;

namespace FileTransfer.Strategies.Downloads;

/// <summary>Takes the chunks of a body apart as they arrive: RFC 9112, 7.1.</summary>
internal struct ChunkedBody
{
    /// <summary>Longest chunk, far more than any file has; a number with more digits would not fit.</summary>
    private const long LongestChunk = 1L << 50;

    private Part _part;
    private long _left;
    private bool _hasDigits;
    private int _line;

    /// <summary>What comes next.</summary>
    private enum Part
    {
        Size,
        Extension,
        Data,
        DataEnd,
        Trailer,
        End,
    }

    /// <summary>True when the last chunk and the trailers have come.</summary>
    public readonly bool IsComplete => _part == Part.End;

    /// <summary>Takes the next bytes, and hands those of the file on.</summary>
    /// <exception cref="TransferException">They are no chunks, something follows the last, or the file is shorter.</exception>
    public void Append(ReadOnlySpan<byte> bytes, ref ReceivedFile file)
    {
        while (!bytes.IsEmpty)
        {
            if (_part == Part.Data)
            {
                int count = (int)Math.Min(_left, bytes.Length);
                file.Append(bytes[..count]);
                bytes = bytes[count..];
                _left -= count;
                _part = _left == 0 ? Part.DataEnd : Part.Data;
            }
            else
            {
                Take(bytes[0]);
                bytes = bytes[1..];
            }
        }
    }

    private void Take(byte one)
    {
        if (_part == Part.End || ++_line > ResponseHead.Longest)
        {
            throw ResponseHead.Malformed(_part == Part.End ? "more bytes follow its last chunk" : "a line between its chunks does not end");
        }

        if (one == (byte)'\n')
        {
            EndLine();
        }
        else if (one == (byte)'\r')
        {
            _line--;
        }
        else if (_part == Part.Size)
        {
            TakeDigit(one);
        }
        else if (_part == Part.DataEnd)
        {
            throw ResponseHead.Malformed("a chunk does not end at its announced length");
        }
    }

    private void TakeDigit(byte one)
    {
        if (one == (byte)';' && _hasDigits)
        {
            _part = Part.Extension;
        }
        else if (char.IsAsciiHexDigit((char)one) && _left < LongestChunk)
        {
            _left = (_left * 16) + (char.IsAsciiDigit((char)one) ? one - '0' : (one | 0x20) - 'a' + 10);
            _hasDigits = true;
        }
        else
        {
            throw ResponseHead.Malformed($"a chunk begins with '{ResponseHead.Printable([one])}'");
        }
    }

    private void EndLine()
    {
        switch (_part)
        {
            case Part.DataEnd:
                (_part, _hasDigits) = (Part.Size, false);
                break;
            case Part.Trailer:
                _part = _line == 1 ? Part.End : Part.Trailer;
                break;
            case var _ when !_hasDigits:
                throw ResponseHead.Malformed("a chunk has no length");
            default:
                _part = _left > 0 ? Part.Data : Part.Trailer;
                break;
        }

        _line = 0;
    }
}
