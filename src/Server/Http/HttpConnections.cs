using System.Security.Cryptography.X509Certificates;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Hosting;
using FileTransfer.Server.Receivers;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace FileTransfer.Server.Http;

/// <summary>Counts, refuses and watches the connections of a Kestrel, below HTTP and TLS.</summary>
/// <param name="options">The server's options.</param>
/// <param name="counters">Counts the connections and what goes wrong with them.</param>
/// <param name="log">Tells what goes wrong.</param>
internal sealed class HttpConnections(ServerOptions options, ReceiverCounters counters, ConnectionLog log) : IDisposable
{
    /// <summary>Marks connections on which TLS is spoken; a key that holds nothing.</summary>
    private static readonly object s_isEncrypted = new();

    private readonly IdleWatch _idle = new(options.IdleTimeout, counters, log);

    /// <summary>Puts it before TLS, so that a connection whose handshake fails is counted as well.</summary>
    /// <param name="listen">Options of the listener.</param>
    /// <param name="certificate">Certificate to show, or null for no TLS; stays the caller's.</param>
    public void AddTo(ListenOptions listen, X509Certificate2? certificate)
    {
        listen.Use(next => connection => CountAsync(next, connection));
        if (certificate is null)
        {
            return;
        }

        listen.Use(next => connection => CountHandshakeAsync(next, connection));
        listen.UseHttps(https =>
        {
            https.ServerCertificate = certificate;
            https.HandshakeTimeout = options.HandshakeTimeout;
        });
        listen.Use(next => connection =>
        {
            connection.Items[s_isEncrypted] = true;
            return next(connection);
        });
    }

    /// <inheritdoc/>
    public void Dispose() => _idle.Dispose();

    private static string PeerOf(ConnectionContext connection) => connection.RemoteEndPoint?.ToString() ?? "a connection";

    private async Task CountAsync(ConnectionDelegate next, ConnectionContext connection)
    {
        // Counted here, because connections beyond Kestrel's own limit never come to sight.
        if (counters.Open >= options.MaximumConnections)
        {
            counters.Failed("refused");
            log.Write(
                PeerOf(connection),
                $"was refused: there are {options.MaximumConnections} connections, as many as --max-connections allows");
            connection.Abort();
            return;
        }

        ConnectionEndings.Follow(connection);
        counters.Opened();
        try
        {
            using IDisposable watched = _idle.Watch(connection);
            await next(connection);
        }
        finally
        {
            counters.Closed();
        }
    }

    /// <summary>Kestrel keeps a handshake that failed to itself; what tells is that nothing behind it was reached.</summary>
    private async Task CountHandshakeAsync(ConnectionDelegate next, ConnectionContext connection)
    {
        try
        {
            await next(connection);
        }
        finally
        {
            if (!connection.Items.ContainsKey(s_isEncrypted))
            {
                counters.Failed(TlsChannel.Handshake);
                log.Write(PeerOf(connection), "failed to shake hands over TLS");
            }
        }
    }
}
