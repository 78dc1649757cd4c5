using System.Net;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Downloads;
using FileTransfer.Server.Http;
using FileTransfer.Server.Keeping;
using FileTransfer.Server.Receivers;
using FileTransfer.Server.Sinks;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace FileTransfer.Server;

/// <summary>All receivers. A new receiver is one more line here.</summary>
internal static class ReceiverCatalog
{
    /// <summary>Receivers with a port. With a fixed first port, their order determines their ports and must not change.</summary>
    private static readonly Func<ServerOptions, IPEndPoint, ServerResources, IReceiver>[] s_onPorts =
    [
        (options, at, _) => new SocketReceiver("tcp", at, options, () => new SpotCheckSink(options.IsCheckDue)),
        (options, at, _) => new SocketReceiver("tcp-verify", at, options, () => new Crc32CSink()),
        (options, at, own) => new SocketReceiver("tls", at, options, () => new SpotCheckSink(options.IsCheckDue), own.Certificate),
        (options, at, own) => new SocketReceiver("tls-verify", at, options, () => new Crc32CSink(), own.Certificate),
        (options, at, own) => HttpReceiver.Start("http", at, HttpProtocols.Http1, null, isTuned: true, options, own.Messages),
        (options, at, own) => HttpReceiver.Start("http2", at, HttpProtocols.Http2, null, isTuned: true, options, own.Messages),
        (options, at, own) => HttpReceiver.Start(
            "https", at, HttpProtocols.Http1AndHttp2, own.Certificate, isTuned: true, options, own.Messages),
        (options, at, own) => HttpReceiver.Start("http-default", at, HttpProtocols.Http1, null, isTuned: false, options, own.Messages),
        (options, at, _) => new FileSenderReceiver("http-file-sender", at, options),
        (options, at, own) => HttpReceiver.Start(
            "http-kestrel-socket", at, HttpProtocols.Http1, null, isTuned: true, options, own.Messages, hasSocketOutput: true),
        (options, at, _) => new FileSenderReceiver("tcp-fetch", at, options, isFramed: true),
        (options, at, _) => new SocketReceiver("keep", at, options, KeepSink.Maker(options)),
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

    /// <summary>Number of ports of the server, including that of the control endpoint.</summary>
    public static int Ports => s_onPorts.Length + 1;

    /// <summary>Starts all receivers; they listen when this returns.</summary>
    /// <param name="options">The server's options.</param>
    /// <param name="resources">What the receivers share; stays the caller's, which disposes of it after them.</param>
    /// <exception cref="System.Net.Sockets.SocketException">A port is taken or may not be used.</exception>
    /// <exception cref="IOException">A port is taken, or a named pipe cannot be made.</exception>
    /// <exception cref="Strategies.Contracts.TransferException">An option is not possible on this machine.</exception>
    public static async Task<IReadOnlyList<IReceiver>> StartAsync(ServerOptions options, ServerResources resources)
    {
        var started = new List<IReceiver>();
        try
        {
            foreach (Func<ServerOptions, IPEndPoint, ServerResources, IReceiver> start in s_onPorts)
            {
                int port = options.Port == 0 ? 0 : options.Port + 1 + started.Count;
                started.Add(start(options, new IPEndPoint(options.Address, port), resources));
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
