using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using FileTransfer.Server.Receivers;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace FileTransfer.Server.Hosting;

/// <summary>Kestrel's socket transport with another accept loop, which waits when the process has no descriptor left.</summary>
/// <remarks>
/// Kestrel's own takes every failure of accept(2) for a connection that was reset in the queue, and tries again at once: without a
/// descriptor it keeps a processor busy until there is one. The connections are Kestrel's own.
/// </remarks>
/// <param name="options">Options of Kestrel's transport.</param>
/// <param name="loggers">Passed on to Kestrel's connections.</param>
/// <param name="shortages">Counts and tells of connections that cannot be accepted.</param>
internal sealed class PatientTransport(IOptions<SocketTransportOptions> options, ILoggerFactory loggers, AcceptShortage shortages)
    : IConnectionListenerFactory
{
    /// <summary>Makes it the transport of a Kestrel, which takes the last one that is registered.</summary>
    /// <param name="services">Services of the application, after UseKestrelCore and UseSockets.</param>
    /// <param name="shortages">Counts and tells of connections that cannot be accepted.</param>
    public static void AddTo(IServiceCollection services, AcceptShortage shortages) =>
        services.AddSingleton<IConnectionListenerFactory>(provider => new PatientTransport(
            provider.GetRequiredService<IOptions<SocketTransportOptions>>(),
            provider.GetRequiredService<ILoggerFactory>(),
            shortages));

    /// <inheritdoc/>
    public ValueTask<IConnectionListener> BindAsync(EndPoint endpoint, CancellationToken cancellationToken = default)
    {
        Socket socket;
        try
        {
            socket = options.Value.CreateBoundListenSocket(endpoint);
        }
        catch (SocketException exception) when (exception.SocketErrorCode == SocketError.AddressAlreadyInUse)
        {
            throw new AddressInUseException(exception.Message, exception);
        }

        try
        {
            socket.Listen(options.Value.Backlog);
            var factory = new SocketConnectionContextFactory(OptionsOf(options.Value), loggers.CreateLogger(nameof(PatientTransport)));
            return ValueTask.FromResult<IConnectionListener>(new Listener(socket, factory, options.Value.NoDelay, shortages));
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <summary>The options of connections that Kestrel's own listener makes of its options. Only they carry the memory pool.</summary>
    [UnsafeAccessor(UnsafeAccessorKind.Constructor)]
    private static extern SocketConnectionFactoryOptions OptionsOf(SocketTransportOptions options);

    private sealed class Listener(Socket socket, SocketConnectionContextFactory factory, bool noDelay, AcceptShortage shortages)
        : IConnectionListener
    {
        private volatile bool _isUnbound;

        public EndPoint EndPoint { get; } = socket.LocalEndPoint!;

        public async ValueTask<ConnectionContext?> AcceptAsync(CancellationToken cancellationToken = default)
        {
            while (true)
            {
                Socket? accepted = null;
                try
                {
                    accepted = await socket.AcceptAsync(cancellationToken).ConfigureAwait(false);
                    if (accepted.LocalEndPoint is IPEndPoint)
                    {
                        accepted.NoDelay = noDelay;
                    }

                    ConnectionContext connection = factory.Create(accepted);
                    shortages.Over();
                    return connection;
                }
                catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
                {
                    accepted?.Dispose();
                    if (_isUnbound)
                    {
                        return null;
                    }

                    await Task.Delay(shortages.Next(exception), cancellationToken).ConfigureAwait(false);
                }
            }
        }

        public ValueTask UnbindAsync(CancellationToken cancellationToken = default)
        {
            _isUnbound = true;
            socket.Dispose();
            return ValueTask.CompletedTask;
        }

        public ValueTask DisposeAsync()
        {
            _isUnbound = true;
            socket.Dispose();
            factory.Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
