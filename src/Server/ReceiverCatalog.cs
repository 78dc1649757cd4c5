using System.Net;
using FileTransfer.Server.Receivers;
using FileTransfer.Server.Sinks;

namespace FileTransfer.Server;

/// <summary>Every receiver there is. Adding one is one line here.</summary>
public static class ReceiverCatalog
{
    private static readonly Func<ServerOptions, int, IReceiver>[] s_factories =
    [
        (options, port) => new TcpReceiver("tcp", new IPEndPoint(options.Address, port), options, () => new CountingSink()),
        (options, port) => new TcpReceiver("tcp-verify", new IPEndPoint(options.Address, port), options, () => new Crc32CSink()),
    ];

    /// <summary>Starts them all, already listening when this returns.</summary>
    /// <exception cref="System.Net.Sockets.SocketException">A port is taken or may not be used.</exception>
    /// <exception cref="Strategies.TransferException">An option is not possible on this machine.</exception>
    public static IReadOnlyList<IReceiver> Start(ServerOptions options)
    {
        var started = new List<IReceiver>(s_factories.Length);
        try
        {
            foreach (Func<ServerOptions, int, IReceiver> start in s_factories)
            {
                started.Add(start(options, options.Port == 0 ? 0 : options.Port + 1 + started.Count));
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
