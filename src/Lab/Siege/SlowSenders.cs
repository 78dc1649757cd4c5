using System.Net.Sockets;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Lab.Siege;

/// <summary>Senders of two bytes a second, each within a frame; another takes the place of one that is given up. Owns them.</summary>
internal sealed class SlowSenders : IDisposable
{
    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(500);

    private readonly SiegedServer _server;
    private readonly SiegeClient?[] _clients;
    private readonly ManualResetEventSlim _ended = new();
    private readonly Thread _thread;

    /// <summary>Connects them, and begins.</summary>
    /// <exception cref="SocketException">Nobody listens there, or this process has no descriptor left.</exception>
    public SlowSenders(SiegedServer server, int count)
    {
        _server = server;
        _clients = new SiegeClient?[count];
        try
        {
            for (int i = 0; i < count; i++)
            {
                _clients[i] = Begin();
            }
        }
        catch
        {
            EndAll();
            throw;
        }

        _thread = new Thread(SendAll) { IsBackground = true, Name = "slow senders" };
        _thread.Start();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _ended.Set();
        _thread.Join();
        _ended.Dispose();
        EndAll();
    }

    private void EndAll() => Array.ForEach(_clients, client => client?.Dispose());

    private SiegeClient Begin()
    {
        byte[] header = new byte[FrameHeader.Size];
        FrameHeader.Write(header, 1 << 20);
        var client = new SiegeClient(_server.Endpoint);
        try
        {
            client.Send(header);
            return client;
        }
        catch
        {
            client.Dispose();
            throw;
        }
    }

    private void SendAll()
    {
        while (!_ended.Wait(s_pause))
        {
            for (int i = 0; i < _clients.Length; i++)
            {
                try
                {
                    _clients[i] ??= Begin();
                    _clients[i]!.Send("x"u8);
                }
                catch (SocketException)
                {
                    // Slower than --min-rate allows.
                    _clients[i]?.Dispose();
                    _clients[i] = null;
                }
            }
        }
    }
}
