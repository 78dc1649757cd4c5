using System.Buffers.Binary;
using System.IO.Compression;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Rpc;
using FileTransfer.Strategies.Wire;
using Google.Protobuf;

namespace FileTransfer.Server.Rpc;

/// <summary>A FetchResponse of generated data, ready to be sent in pieces: the data is never copied into a message.</summary>
internal sealed class PreparedMessage
{
    /// <summary>Nothing, compressed: a header of ten bytes, an empty block, CRC-32 and length (RFC 1952, 2.3).</summary>
    private static readonly byte[] s_packedNothing = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0];

    private readonly Lock _packing = new();
    private volatile byte[]? _packed;

    /// <summary>Makes the data, and with it what stands before and behind it in the message.</summary>
    public PreparedMessage(PayloadContent content, int length)
    {
        Data = GeneratedContent.Bytes(content, length);
        var crc = new Crc32C();
        crc.Append(Data);
        Crc32C = crc.Value;
        Head = length == 0 ? [] : HeadOf(length);
        Tail = crc.Value == 0 ? [] : TailOf(crc.Value);
    }

    public byte[] Data { get; }

    public uint Crc32C { get; }

    /// <summary>What stands before the data; fields that have their default are left out, as proto3 has it.</summary>
    public byte[] Head { get; }

    /// <summary>What stands behind the data.</summary>
    public byte[] Tail { get; }

    /// <summary>Length of the whole message in bytes.</summary>
    public long Length => (long)Head.Length + Data.Length + Tail.Length;

    /// <summary>The whole message, compressed by gzip; made once, when it is asked for first, and tried again after a failure.</summary>
    public byte[] Packed
    {
        get
        {
            if (_packed is { } known)
            {
                return known;
            }

            lock (_packing)
            {
                return _packed ??= Pack();
            }
        }
    }

    private static byte[] HeadOf(int length)
    {
        byte[] head = new byte[1 + CodedOutputStream.ComputeLengthSize(length)];
        var output = new CodedOutputStream(head);
        output.WriteTag(FetchResponse.DataFieldNumber, WireFormat.WireType.LengthDelimited);
        output.WriteLength(length);
        return head;
    }

    private static byte[] TailOf(uint crc)
    {
        byte[] tail = new byte[1 + sizeof(uint)];
        tail[0] = (byte)WireFormat.MakeTag(FetchResponse.Crc32CFieldNumber, WireFormat.WireType.Fixed32);
        BinaryPrimitives.WriteUInt32LittleEndian(tail.AsSpan(1), crc);
        return tail;
    }

    private byte[] Pack()
    {
        if (Length == 0)
        {
            // GZipStream writes nothing for nothing, and that is no gzip.
            return s_packedNothing;
        }

        // Data that does not compress becomes a little longer: the stream must not grow, which would take twice the memory.
        var packed = new MemoryStream((int)(Length + (Length >> 10) + s_packedNothing.Length));
        using (var gzip = new GZipStream(packed, CompressionLevel.Optimal, leaveOpen: true))
        {
            gzip.Write(Head);
            gzip.Write(Data);
            gzip.Write(Tail);
        }

        return packed.ToArray();
    }
}
