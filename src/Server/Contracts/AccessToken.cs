using System.Security.Cryptography;
using System.Text;

namespace FileTransfer.Server.Contracts;

/// <summary>The secret that peers have to present. It is kept as a digest, and never written anywhere.</summary>
internal sealed class AccessToken
{
    /// <summary>Longest token, in bytes of UTF-8.</summary>
    public const int Longest = 1024;

    private readonly byte[] _digest;

    /// <summary>Keeps the digest of a token.</summary>
    /// <exception cref="ArgumentException">It is empty, or longer than <see cref="Longest"/>.</exception>
    public AccessToken(string token)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(token);
        if (bytes.Length is 0 or > Longest)
        {
            throw new ArgumentException($"a token has 1 to {Longest} bytes; this one has {bytes.Length}", nameof(token));
        }

        _digest = SHA256.HashData(bytes);
    }

    /// <summary>True for the same token; takes the same time for every other.</summary>
    public bool Accepts(ReadOnlySpan<byte> presented) => CryptographicOperations.FixedTimeEquals(SHA256.HashData(presented), _digest);

    /// <summary>True for an Authorization header with the token: <c>Bearer TOKEN</c>, RFC 6750, 2.1.</summary>
    public bool AcceptsHeader(string? header)
    {
        const string Scheme = "Bearer ";
        return header?.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase) == true
            && header.Length <= Scheme.Length + Longest
            && Accepts(Encoding.UTF8.GetBytes(header[Scheme.Length..].Trim()));
    }

    /// <inheritdoc/>
    public override string ToString() => "(a token)";
}
