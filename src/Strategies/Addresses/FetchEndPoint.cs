using System.Net;
using System.Net.Sockets;

namespace FileTransfer.Strategies.Addresses;

/// <summary>Address of a receiver from which framed files are fetched.</summary>
/// <param name="address">Address and port.</param>
public sealed class FetchEndPoint(IPEndPoint address) : EndPoint
{
    /// <summary>Address and port.</summary>
    public IPEndPoint Address { get; } = address;

    /// <summary>True for a client that computes the checksum of every file. The receiver is not told.</summary>
    public bool IsVerifying { get; init; }

    /// <inheritdoc/>
    public override AddressFamily AddressFamily => Address.AddressFamily;

    /// <inheritdoc/>
    public override string ToString() => Address.ToString();
}
