using System.Net;
using System.Security.Cryptography.X509Certificates;
using FileTransfer.Server.Http;
using FileTransfer.Server.Rpc;

namespace FileTransfer.Server;

/// <summary>Resources that the receivers of one server share; disposed of with the server.</summary>
internal sealed class ServerResources : IDisposable
{
    private readonly Lazy<X509Certificate2> _certificate;

    /// <summary>Makes the resources.</summary>
    /// <param name="address">Address that the server listens on, for the certificate.</param>
    /// <param name="mostMessages">Bytes of all messages for RPC clients.</param>
    public ServerResources(IPAddress address, long mostMessages = MessageStore.UsualMemory)
        : this(address, new MessageStore(mostMessages))
    {
    }

    internal ServerResources(IPAddress address, MessageStore messages)
        : this(() => ServerCertificate.Create(address), messages)
    {
    }

    /// <summary>Makes the resources of a system that makes its certificate in another way, or none.</summary>
    internal ServerResources(Func<X509Certificate2> makeCertificate, MessageStore messages) =>
        (_certificate, Messages) = (new Lazy<X509Certificate2>(makeCertificate), messages);

    /// <summary>Certificate of the receivers over TLS, made when the first of them asks for it.</summary>
    public X509Certificate2 Certificate => _certificate.Value;

    /// <summary>The certificate, or null when no receiver has asked for it.</summary>
    public X509Certificate2? CertificateInUse => _certificate.IsValueCreated ? _certificate.Value : null;

    /// <summary>Messages for RPC clients; a message of 100 MB is made, and compressed, once for all receivers.</summary>
    internal MessageStore Messages { get; }

    /// <inheritdoc/>
    public void Dispose()
    {
        Messages.Dispose();
        CertificateInUse?.Dispose();
    }
}
