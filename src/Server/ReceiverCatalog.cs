using System.Net;
using System.Security.Cryptography.X509Certificates;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Http;
using FileTransfer.Server.Receivers;
using FileTransfer.Server.Sinks;
using FileTransfer.Strategies.Contracts;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace FileTransfer.Server;

/// <summary>All receivers. A new receiver is one more line here.</summary>
public static class ReceiverCatalog
{
    /// <summary>Receivers with a port. With a fixed first port, their order determines their ports and must not change.</summary>
    private static readonly Func<ServerOptions, IPEndPoint, X509Certificate2, IReceiver>[] s_onPorts =
    [
        (options, endpoint, _) => new SocketReceiver("tcp", endpoint, options, () => new SpotCheckSink(options.IsCheckDue)),
        (options, endpoint, _) => new SocketReceiver("tcp-verify", endpoint, options, () => new Crc32CSink()),
        (options, endpoint, certificate) => new SocketReceiver("tls", endpoint, options, () => new SpotCheckSink(options.IsCheckDue), certificate),
        (options, endpoint, certificate) => new SocketReceiver("tls-verify", endpoint, options, () => new Crc32CSink(), certificate),
        (options, endpoint, _) => HttpReceiver.Start("http", endpoint, HttpProtocols.Http1, certificate: null, isTuned: true, options),
        (options, endpoint, _) => HttpReceiver.Start("http2", endpoint, HttpProtocols.Http2, certificate: null, isTuned: true, options),
        (options, endpoint, certificate) => HttpReceiver.Start("https", endpoint, HttpProtocols.Http1AndHttp2, certificate, isTuned: true, options),
        (options, endpoint, _) => HttpReceiver.Start("http-default", endpoint, HttpProtocols.Http1, certificate: null, isTuned: false, options),
    ];

    private static readonly Func<ServerOptions, IReceiver>[] s_onPipes =
    [
        options => new FifoReceiver("pipe", options, () => new SpotCheckSink(options.IsCheckDue)),
        options => new FifoReceiver("pipe-verify", options, () => new Crc32CSink()),
    ];

    private static readonly Func<ServerOptions, IReceiver>[] s_onPaths =
    [
        options => SocketReceiver.OnUnix("unix", options, () => new SpotCheckSink(options.IsCheckDue)),
        options => SocketReceiver.OnUnix("unix-verify", options, () => new Crc32CSink()),
        .. OperatingSystem.IsLinux() ? s_onPipes : [],
    ];

    /// <summary>Starts all receivers; they listen when this returns.</summary>
    /// <param name="options">The server's options.</param>
    /// <param name="certificate">Certificate of the receivers over TLS; stays the caller's.</param>
    /// <exception cref="System.Net.Sockets.SocketException">A port is taken or may not be used.</exception>
    /// <exception cref="IOException">A port is taken, or a named pipe cannot be made.</exception>
    /// <exception cref="Strategies.Contracts.TransferException">An option is not possible on this machine.</exception>
    public static async Task<IReadOnlyList<IReceiver>> StartAsync(ServerOptions options, X509Certificate2 certificate)
    {
        var started = new List<IReceiver>();
        try
        {
            foreach (Func<ServerOptions, IPEndPoint, X509Certificate2, IReceiver> start in s_onPorts)
            {
                started.Add(start(options, new IPEndPoint(options.Address, options.Port == 0 ? 0 : options.Port + 1 + started.Count), certificate));
            }

            foreach (Func<ServerOptions, IReceiver> start in s_onPaths)
            {
                started.Add(start(options));
            }

            return started;
        }
        catch
        {
            foreach (IReceiver receiver in started)
            {
                await receiver.DisposeAsync();
            }

            throw;
        }
    }
}
