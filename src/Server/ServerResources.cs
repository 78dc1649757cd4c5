using System.Net;
using System.Security.Cryptography.X509Certificates;
using FileTransfer.Server.Http;
using FileTransfer.Server.Rpc;

namespace FileTransfer.Server;

/// <summary>What the receivers of one server share, and what goes with the server.</summary>
internal sealed class ServerResources : IDisposable
{
    /// <summary>Makes them; the certificate is for the address that the server listens on.</summary>
    public ServerResources(IPAddress address)
        : this(address, new MessageStore())
    {
    }

    internal ServerResources(IPAddress address, MessageStore messages)
    {
        Certificate = ServerCertificate.Create(address);
        Messages = messages;
    }

    /// <summary>Certificate that receivers over TLS show.</summary>
    public X509Certificate2 Certificate { get; }

    /// <summary>Messages that are fetched: one of a hundred megabytes is made, and compressed, once for all receivers.</summary>
    internal MessageStore Messages { get; }

    /// <inheritdoc/>
    public void Dispose()
    {
        Messages.Dispose();
        Certificate.Dispose();
    }
}
