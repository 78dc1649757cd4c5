using System.Buffers.Binary;

namespace FileTransfer.Strategies.Wire;

/// <summary>The 8 bytes before every payload: its length as a big-endian signed integer.</summary>
/// <remarks>The format of <c>DataOutputStream.writeLong</c> in the Java class library.</remarks>
public static class FrameHeader
{
    /// <summary>Number of bytes of a header.</summary>
    public const int Size = sizeof(long);

    /// <summary>Writes a header that announces <paramref name="length"/> bytes.</summary>
    public static void Write(Span<byte> destination, long length) => BinaryPrimitives.WriteInt64BigEndian(destination, length);

    /// <summary>Reads the announced length, which may be negative when the sender is broken or hostile.</summary>
    public static long Read(ReadOnlySpan<byte> source) => BinaryPrimitives.ReadInt64BigEndian(source);
}
