using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Downloads;
using FileTransfer.Server.Http;
using FileTransfer.Server.Receivers;
using FileTransfer.Server.Sinks;
using FileTransfer.Server.Storing;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace FileTransfer.Server;

/// <summary>All receivers. A new receiver is one more line here.</summary>
internal static class ReceiverCatalog
{
    /// <summary>Receivers with a port. With a fixed first port, their order determines their ports and must not change.</summary>
    private static readonly (string Kind, StartOnPort Start)[] s_onPorts =
    [
        ("tcp", (kind, options, at, _) => new SocketReceiver(kind, at, options, () => new SpotCheckSink(options.IsCheckDue))),
        ("tcp-verify", (kind, options, at, _) => new SocketReceiver(kind, at, options, () => new Crc32CSink())),
        ("tls", (kind, options, at, own) =>
            new SocketReceiver(kind, at, options, () => new SpotCheckSink(options.IsCheckDue), own.Certificate)),
        ("tls-verify", (kind, options, at, own) => new SocketReceiver(kind, at, options, () => new Crc32CSink(), own.Certificate)),
        ("http", (kind, options, at, own) =>
            HttpReceiver.Start(kind, at, HttpProtocols.Http1, null, isTuned: true, options, own.Messages)),
        ("http2", (kind, options, at, own) =>
            HttpReceiver.Start(kind, at, HttpProtocols.Http2, null, isTuned: true, options, own.Messages)),
        ("https", (kind, options, at, own) =>
            HttpReceiver.Start(kind, at, HttpProtocols.Http1AndHttp2, own.Certificate, isTuned: true, options, own.Messages)),
        ("http-default", (kind, options, at, own) =>
            HttpReceiver.Start(kind, at, HttpProtocols.Http1, null, isTuned: false, options, own.Messages)),
        ("http-file-sender", (kind, options, at, _) => new FileSenderReceiver(kind, at, options)),
        ("http-kestrel-socket", (kind, options, at, own) =>
            HttpReceiver.Start(kind, at, HttpProtocols.Http1, null, isTuned: true, options, own.Messages, usesFileSender: true)),
        ("tcp-fetch", (kind, options, at, _) => new FileSenderReceiver(kind, at, options, isFramed: true)),
        ("keep", (kind, options, at, _) => new SocketReceiver(kind, at, options, StoringSink.Maker(options))),
    ];

    private static readonly (string Kind, StartOnPath Start)[] s_onPipes =
    [
        ("pipe", (kind, options) => new FifoReceiver(kind, options, () => new SpotCheckSink(options.IsCheckDue))),
        ("pipe-verify", (kind, options) => new FifoReceiver(kind, options, () => new Crc32CSink())),
    ];

    private static readonly (string Kind, StartOnPath Start)[] s_onPaths =
    [
        ("unix", (kind, options) => SocketReceiver.OnUnix(kind, options, () => new SpotCheckSink(options.IsCheckDue))),
        ("unix-verify", (kind, options) => SocketReceiver.OnUnix(kind, options, () => new Crc32CSink())),
        .. OperatingSystem.IsLinux() ? s_onPipes : [],
    ];

    private delegate IReceiver StartOnPort(string kind, ServerOptions options, IPEndPoint at, ServerResources resources);

    private delegate IReceiver StartOnPath(string kind, ServerOptions options);

    /// <summary>Kinds of all receivers that this system can have, those with a port first.</summary>
    public static IReadOnlyList<string> Kinds { get; } = [.. s_onPorts.Select(one => one.Kind), .. s_onPaths.Select(one => one.Kind)];

    /// <summary>Number of ports of the server, including that of the control endpoint.</summary>
    public static int Ports => s_onPorts.Length + 1;

    /// <summary>Starts the receivers that <see cref="ServerOptions.Receivers"/> names; they listen when this returns.</summary>
    /// <param name="options">The server's options. With a fixed first port, each kind has its own port, whichever others there are.</param>
    /// <param name="resources">What the receivers share; stays the caller's, which disposes of it after them.</param>
    /// <exception cref="System.Net.Sockets.SocketException">A port is taken or may not be used.</exception>
    /// <exception cref="IOException">A port is taken, or a named pipe cannot be made.</exception>
    /// <exception cref="TransferException">
    /// An option is not possible on this machine, or a receiver that was asked for by name. Of those that nobody asked for, one that is not
    /// possible is left out.
    /// </exception>
    public static async Task<StartedReceivers> StartAsync(ServerOptions options, ServerResources resources)
    {
        var started = new List<IReceiver>();
        var missing = new SortedDictionary<string, string>(StringComparer.Ordinal);
        try
        {
            for (int i = 0; i < s_onPorts.Length; i++)
            {
                (string kind, StartOnPort start) = s_onPorts[i];
                if (options.Has(kind))
                {
                    int port = options.Port == 0 ? 0 : options.Port + 1 + i;
                    Add(kind, () => start(kind, options, new IPEndPoint(options.Address, port), resources));
                }
            }

            foreach ((string kind, StartOnPath start) in s_onPaths.Where(one => options.Has(one.Kind)))
            {
                Add(kind, () => start(kind, options));
            }

            return new StartedReceivers(started, missing);
        }
        catch
        {
            foreach (IReceiver receiver in started)
            {
                await receiver.DisposeAsync();
            }

            throw;
        }

        void Add(string kind, Func<IReceiver> start)
        {
            try
            {
                started.Add(start());
            }
            catch (Exception exception) when (WhyNeverHere(exception) is { } reason)
            {
                missing[kind] = options.Receivers is null ? reason : throw new TransferException(
                    TransferErrorKind.Unsupported, $"there is no receiver '{kind}' here: {reason}", exception);
            }
        }
    }

    /// <summary>Why a receiver cannot start on this system, whatever the options are; null when it is something else that failed.</summary>
    private static string? WhyNeverHere(Exception exception) => exception switch
    {
        CryptographicException => CertificateKey.Refusal(exception),
        PlatformNotSupportedException => exception.Message,
        SocketException { SocketErrorCode: SocketError.AddressFamilyNotSupported or SocketError.ProtocolNotSupported } =>
            $"this system has no such sockets ({exception.Message})",
        _ => null,
    };
}
