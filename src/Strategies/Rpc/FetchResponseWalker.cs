using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Rpc;

/// <summary>Parses the fields of a FetchResponse from its bytes as they arrive, in pieces of any size, without keeping the bytes.</summary>
/// <remarks>
/// The wire format of protocol buffers, protobuf.dev/programming-guides/encoding: a message is a sequence of tags (field
/// number and wire type, as a varint), each followed by its value. If a field occurs twice, the last one counts. Unknown
/// fields and fields with an unexpected wire type are skipped, groups included, as in Google.Protobuf.
/// </remarks>
internal sealed class FetchResponseWalker(bool isVerifying, long most)
{
    private const uint DataTag = (FetchResponse.DataFieldNumber << 3) | LengthDelimited;
    private const uint Crc32CTag = (FetchResponse.Crc32CFieldNumber << 3) | Fixed32;
    private const int Varint = 0;
    private const int Fixed64 = 1;
    private const int LengthDelimited = 2;
    private const int StartGroup = 3;
    private const int EndGroup = 4;
    private const int Fixed32 = 5;
    private const int LongestVarint = 10;
    private const int DeepestGroup = 100;

    private readonly Stack<uint> _groups = new();
    private State _state = State.Tag;
    private uint _tag;
    private ulong _varint;
    private int _varintBytes;
    private long _left;
    private uint _fixed32;
    private Crc32C _crc;
    private long _length;
    private uint _announced;

    private enum State
    {
        Tag,
        VarintValue,
        Length,
        Data,
        Skip,
        Crc32C,
    }

    /// <summary>Parses the next bytes of the message.</summary>
    /// <exception cref="RpcException">The bytes are not a valid message.</exception>
    public void Append(ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            switch (_state)
            {
                case State.Data:
                case State.Skip:
                    bytes = bytes[Take(bytes)..];
                    break;
                case State.Crc32C:
                    _fixed32 = (_fixed32 >> 8) | ((uint)bytes[0] << 24);
                    bytes = bytes[1..];
                    if (--_left == 0)
                    {
                        _announced = _fixed32;
                        _state = State.Tag;
                    }

                    break;
                default:
                    AppendToVarint(bytes[0]);
                    bytes = bytes[1..];
                    break;
            }
        }
    }

    /// <summary>Ends the message and returns its fields.</summary>
    /// <exception cref="RpcException">The message ended within a field or a group.</exception>
    public FetchedField Complete() => _state == State.Tag && _varintBytes == 0 && _groups.Count == 0
        ? new FetchedField(_length, isVerifying ? _crc.Value : 0, _announced)
        : throw RpcException.Malformed("the message ends within a field");

    private int Take(ReadOnlySpan<byte> bytes)
    {
        int count = (int)Math.Min(bytes.Length, _left);
        if (_state == State.Data)
        {
            _length += count;
            if (isVerifying)
            {
                _crc.Append(bytes[..count]);
            }
        }

        SetLeft(_left - count);
        return count;
    }

    /// <summary>Sets the number of bytes left of the value; when none is left, the next tag follows.</summary>
    private void SetLeft(long left)
    {
        _left = left;
        if (left == 0)
        {
            _state = State.Tag;
        }
    }

    private void AppendToVarint(byte value)
    {
        _varint |= (ulong)(value & 0x7F) << (7 * _varintBytes);
        _varintBytes++;
        if (value < 0x80)
        {
            ulong varint = _varint;
            _varint = 0;
            _varintBytes = 0;
            EndVarint(varint);
        }
        else if (_varintBytes == LongestVarint)
        {
            throw RpcException.Malformed($"a varint is longer than {LongestVarint} bytes");
        }
    }

    private void EndVarint(ulong varint)
    {
        switch (_state)
        {
            case State.Tag:
                // Only the lower 32 bits of a tag or a length count, as in Google.Protobuf.
                Begin((uint)varint);
                break;
            case State.Length:
                BeginBytes((int)(uint)varint);
                break;
            default:
                _state = State.Tag;
                break;
        }
    }

    private void Begin(uint tag)
    {
        if (tag >> 3 == 0)
        {
            throw RpcException.Malformed("a tag has the field number 0");
        }

        _tag = tag;
        switch (tag & 7)
        {
            case Varint:
                _state = State.VarintValue;
                break;
            case Fixed64:
                (_state, _left) = (State.Skip, sizeof(ulong));
                break;
            case LengthDelimited:
                _state = State.Length;
                break;
            case StartGroup when _groups.Count < DeepestGroup:
                _groups.Push(tag >> 3);
                break;
            case StartGroup:
                throw RpcException.Malformed($"groups are nested more than {DeepestGroup} deep");
            case EndGroup when _groups.TryPop(out uint started) && started == tag >> 3:
                break;
            case EndGroup:
                throw RpcException.Malformed("a group ends without a beginning");
            case Fixed32:
                (_state, _left) = (tag == Crc32CTag && _groups.Count == 0 ? State.Crc32C : State.Skip, sizeof(uint));
                break;
            default:
                throw RpcException.Malformed($"a tag has the unknown wire type {tag & 7}");
        }
    }

    private void BeginBytes(int length)
    {
        if (length < 0)
        {
            throw RpcException.Malformed("a length is negative");
        }

        if (length > most)
        {
            throw RpcException.TooLarge("a field", length, most);
        }

        if (_tag == DataTag && _groups.Count == 0)
        {
            (_state, _crc, _length) = (State.Data, default, 0);
        }
        else
        {
            _state = State.Skip;
        }

        SetLeft(length);
    }
}
