using System.Net;
using FileTransfer.Server.Receivers;
using FileTransfer.Server.Sinks;

namespace FileTransfer.Server;

/// <summary>Every receiver there is. Adding one is one line here.</summary>
public static class ReceiverCatalog
{
    /// <summary>Those that take the port they are given; a fixed first port makes their order part of the interface.</summary>
    private static readonly Func<ServerOptions, int, IReceiver>[] s_onPorts =
    [
        (options, port) => new SocketReceiver("tcp", new IPEndPoint(options.Address, port), options, () => new CountingSink()),
        (options, port) => new SocketReceiver("tcp-verify", new IPEndPoint(options.Address, port), options, () => new Crc32CSink()),
    ];

    private static readonly Func<ServerOptions, IReceiver>[] s_onPipes =
    [
        options => new FifoReceiver("pipe", options, () => new CountingSink()),
        options => new FifoReceiver("pipe-verify", options, () => new Crc32CSink()),
    ];

    private static readonly Func<ServerOptions, IReceiver>[] s_onPaths =
    [
        options => SocketReceiver.OnUnix("unix", options, () => new CountingSink()),
        options => SocketReceiver.OnUnix("unix-verify", options, () => new Crc32CSink()),
        .. OperatingSystem.IsLinux() ? s_onPipes : [],
    ];

    /// <summary>Starts them all, already listening when this returns.</summary>
    /// <exception cref="System.Net.Sockets.SocketException">A port is taken or may not be used.</exception>
    /// <exception cref="IOException">A named pipe cannot be made.</exception>
    /// <exception cref="Strategies.TransferException">An option is not possible on this machine.</exception>
    public static IReadOnlyList<IReceiver> Start(ServerOptions options)
    {
        var started = new List<IReceiver>();
        try
        {
            foreach (Func<ServerOptions, int, IReceiver> start in s_onPorts)
            {
                started.Add(start(options, options.Port == 0 ? 0 : options.Port + 1 + started.Count));
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
                receiver.DisposeAsync().AsTask().GetAwaiter().GetResult();
            }

            throw;
        }
    }
}
