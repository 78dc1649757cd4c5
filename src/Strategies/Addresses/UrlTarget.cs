using System.Runtime.CompilerServices;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Addresses;

/// <summary>A resource of an HTTP server of another make: every request to that server goes to this address and no other.</summary>
/// <param name="Url">The absolute address, http or https.</param>
/// <param name="Options">What is agreed with the server.</param>
public sealed record UrlTarget(Uri Url, UrlOptions Options)
{
    /// <summary>The part of the file that every request is for; null for all of it.</summary>
    public UrlRange? Range { get; init; }

    /// <summary>Checksums of the files that were uploaded to it, each computed once for all connections.</summary>
    internal ConditionalWeakTable<Payload, byte[]> Checksums { get; } = [];

    /// <summary>The endpoint for an HTTP version.</summary>
    /// <param name="version">The HTTP version of every request.</param>
    /// <param name="isVerifying">True for a client that computes the checksum of every file. The server is not told.</param>
    public HttpEndPoint EndPoint(Version version, bool isVerifying = false) =>
        new(new Uri(Url.GetLeftPart(UriPartial.Authority)), version) { Target = this, IsVerifying = isVerifying };
}
