using System.Net;
using System.Security.Cryptography.X509Certificates;
using FileTransfer.Server.Http;
using FileTransfer.Server.Rpc;

namespace FileTransfer.Server;

/// <summary>Resources that the receivers of one server share; disposed of with the server.</summary>
internal sealed class ServerResources : IDisposable
{
    /// <summary>Makes the resources, with a certificate for the address that the server listens on.</summary>
    public ServerResources(IPAddress address)
        : this(address, new MessageStore())
    {
    }

    internal ServerResources(IPAddress address, MessageStore messages)
    {
        Certificate = ServerCertificate.Create(address);
        Messages = messages;
    }

    /// <summary>Certificate of the receivers over TLS.</summary>
    public X509Certificate2 Certificate { get; }

    /// <summary>Messages for RPC clients; a message of 100 MB is made, and compressed, once for all receivers.</summary>
    internal MessageStore Messages { get; }

    /// <inheritdoc/>
    public void Dispose()
    {
        Messages.Dispose();
        Certificate.Dispose();
    }
}
