using System.Net.Sockets;
using System.Security.Authentication;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests.Faults;

/// <summary>A receiver that follows a script for the one connection it accepts, and shares no code with the real ones.</summary>
internal sealed class FakeReceiver : IDisposable
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);

    private readonly CancellationTokenSource _disposing = new();
    private readonly IFakeLink _link;
    private readonly Thread _thread;

    public FakeReceiver(Action<FakeReceiver> script, string transport = "tcp")
    {
        _link = transport switch
        {
            Transport.Pipe => new FakeFifo(),
            Transport.Tls => new FakeTls(),
            _ => new FakeSocket(isUnix: transport == Transport.Unix),
        };
        _thread = new Thread(() => Play(script)) { IsBackground = true, Name = "fake receiver" };
        _thread.Start();
    }

    public ConnectionOptions Connection => new() { Endpoint = _link.Endpoint };

    /// <summary>A receiver for the first transport of a strategy, or a skipped test where that strategy cannot run.</summary>
    public static FakeReceiver For(string id, Action<FakeReceiver> script)
    {
        StrategyDescriptor descriptor = StrategyCatalog.Find(id);
        Availability availability = descriptor.Probe();
        Assert.SkipUnless(availability.IsAvailable, availability.Reason ?? "");
        return new FakeReceiver(script, descriptor.Transports[0]);
    }

    /// <summary>Reads a header and as many bytes as it announces.</summary>
    public long ReadFrame()
    {
        long length = ReadHeader();
        Discard(length);
        return length;
    }

    public long ReadHeader()
    {
        byte[] header = new byte[FrameHeader.Size];
        for (int read = 0; read < header.Length;)
        {
            read += Receive(header.AsSpan(read));
        }

        return Convert.ToInt64(Convert.ToHexString(header), 16);
    }

    public void Discard(long count)
    {
        byte[] buffer = new byte[64 << 10];
        while (count > 0)
        {
            count -= Receive(buffer.AsSpan(0, (int)Math.Min(buffer.Length, count)));
        }
    }

    /// <summary>Reads to the end of the stream, and returns the number of bytes.</summary>
    public long DiscardAll()
    {
        byte[] buffer = new byte[64 << 10];
        long all = 0;
        while (_link.Receive(buffer) is > 0 and int count)
        {
            all += count;
        }

        return all;
    }

    public void Send(string hex) => _link.Send(Convert.FromHexString(hex));

    /// <summary>Leaves everything unread, and the connection open, until the test is over.</summary>
    public void Wait() => _disposing.Token.WaitHandle.WaitOne();

    public void Dispose()
    {
        _disposing.Cancel();
        _link.Dispose();
        Assert.True(_thread.Join(s_limit), "the fake receiver's script does not end");
        _disposing.Dispose();
    }

    private int Receive(Span<byte> buffer) =>
        _link.Receive(buffer) is > 0 and int count ? count : throw new SocketException((int)SocketError.Disconnecting);

    private void Play(Action<FakeReceiver> script)
    {
        try
        {
            _link.Accept();
            script(this);
        }
        catch (Exception exception)
            when (_disposing.IsCancellationRequested || exception is SocketException or IOException or AuthenticationException)
        {
            // The test is over, or the sender closed, perhaps within the handshake.
        }
        finally
        {
            _link.Close();
        }
    }
}
