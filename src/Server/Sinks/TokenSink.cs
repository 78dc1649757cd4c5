using FileTransfer.Server.Contracts;

namespace FileTransfer.Server.Sinks;

/// <summary>Takes the first frame of a connection, which has to be the token.</summary>
internal sealed class TokenSink(AccessToken token) : IPayloadSink
{
    private readonly byte[] _bytes = new byte[AccessToken.Longest];
    private int _count;

    /// <inheritdoc/>
    public uint? Crc32C => null;

    /// <summary>True when the bytes are the token.</summary>
    public bool IsRight => token.Accepts(_bytes.AsSpan(0, _count));

    /// <inheritdoc/>
    public void Begin(long? length) => _count = 0;

    /// <inheritdoc/>
    public void Append(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(_bytes.AsSpan(_count));
        _count += bytes.Length;
    }
}
