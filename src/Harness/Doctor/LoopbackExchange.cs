using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Harness.Doctor;

/// <summary>A connection over loopback, of which one end sends, and the other drains and answers with one byte.</summary>
internal sealed class LoopbackExchange : IDisposable
{
    private const int Bytes = 1 << 20;

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(5);

    private readonly Socket _sender;
    private readonly Socket _receiver;
    private readonly Thread _drain;
    private readonly byte[] _bytes = new byte[Bytes];

    public LoopbackExchange(string congestionControl)
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(1);
        _sender = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)
        {
            NoDelay = true,
            SendTimeout = (int)s_patience.TotalMilliseconds,
            ReceiveTimeout = (int)s_patience.TotalMilliseconds,
        };
        try
        {
            SocketTuning.SetCongestionControl(_sender, congestionControl);
            _sender.Connect(listener.LocalEndPoint!);
            _receiver = listener.Accept();
        }
        catch
        {
            _sender.Dispose();
            throw;
        }

        _receiver.NoDelay = true;
        _drain = new Thread(Drain) { IsBackground = true, Name = "drain" };
        _drain.Start();
    }

    /// <summary>Sends 1 MiB, and waits until it has been drained; nanoseconds.</summary>
    public double Make()
    {
        long start = Stopwatch.GetTimestamp();
        _sender.Send(_bytes);
        if (_sender.Receive(_bytes, 0, 1, SocketFlags.None) == 0)
        {
            throw new SocketException((int)SocketError.ConnectionReset);
        }

        return Stopwatch.GetElapsedTime(start).TotalNanoseconds;
    }

    public void Dispose()
    {
        _sender.Dispose();
        _drain.Join(s_patience);
        _receiver.Dispose();
    }

    private void Drain()
    {
        byte[] buffer = new byte[1 << 16];
        try
        {
            int drained = 0;
            for (int read; (read = _receiver.Receive(buffer)) > 0;)
            {
                drained += read;
                if (drained == Bytes)
                {
                    drained = 0;
                    _receiver.Send(buffer, 0, 1, SocketFlags.None);
                }
            }
        }
        catch (SocketException)
        {
            // The other end has been closed.
        }
    }
}
