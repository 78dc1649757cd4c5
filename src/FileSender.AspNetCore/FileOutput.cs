using System.Buffers;
using System.IO.Pipelines;
using System.Net.Sockets;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Sending.AspNetCore;

/// <summary>
/// What Kestrel writes to one connection: it goes on to Kestrel's transport as it is, and is counted, so that a file can be sent over the
/// same socket when all that came before has left.
/// </summary>
internal sealed class FileOutput : PipeWriter
{
    /// <summary>So many times it is asked at once whether everything has left; then every millisecond.</summary>
    private const int QuickLooks = 50;

    /// <summary>With nothing on its way for so long, what is missing will never come: somebody beneath changes what is written.</summary>
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(1);

    private readonly Socket _socket;
    private readonly PipeWriter _transport;
    private readonly FileSender _sender;
    private readonly ArrayBufferWriter<byte> _head = new(512);

    /// <summary>What the socket will have taken when it has everything that was written so far.</summary>
    private long _expected;

    private long _takenBefore;
    private bool _holdsBack;
    private long _blanksLeft;

    private FileOutput(Socket socket, PipeWriter transport, FileSender sender, SocketProgress before)
    {
        _socket = socket;
        _transport = transport;
        _sender = sender;
        _expected = before.Taken;
    }

    /// <inheritdoc/>
    public override bool CanGetUnflushedBytes => _transport.CanGetUnflushedBytes;

    /// <inheritdoc/>
    public override long UnflushedBytes => _transport.UnflushedBytes + _head.WrittenCount;

    /// <summary>Bytes that the socket has taken since <see cref="IsAllTakenAsync"/> was asked; null when it is closed.</summary>
    public long? Progress => SocketProgress.Of(_socket)?.Taken - _takenBefore;

    /// <summary>Middleware of a listener: gives a connection such an output, as a feature, where the kernel tells what it took.</summary>
    public static async Task RunAsync(ConnectionDelegate next, ConnectionContext connection, FileSender sender)
    {
        if (connection.Features.Get<ITlsHandshakeFeature>() is not null
            || connection.Features.Get<IConnectionSocketFeature>()?.Socket is not { } socket
            || SocketProgress.Of(socket) is not { } before)
        {
            await next(connection);
            return;
        }

        IDuplexPipe transport = connection.Transport;
        var output = new FileOutput(socket, transport.Output, sender, before);
        connection.Features.Set(output);
        connection.Transport = new Ends(transport.Input, output);
        try
        {
            await next(connection);
        }
        finally
        {
            connection.Transport = transport;
        }
    }

    /// <summary>From now on what Kestrel writes is held back, so that it can leave with the file that follows it.</summary>
    public void HoldBack() => _holdsBack = true;

    /// <summary>Passes on what was held back: no file follows.</summary>
    public async ValueTask ReleaseAsync(CancellationToken cancellationToken)
    {
        _holdsBack = false;
        if (_head.WrittenCount > 0)
        {
            _transport.Write(_head.WrittenSpan);
            _expected += _head.WrittenCount;
            _head.ResetWrittenCount();
            await _transport.FlushAsync(cancellationToken);
        }
    }

    /// <summary>Waits until the socket has taken everything that was passed on.</summary>
    /// <returns>False when that cannot be told on this connection, or will not come true.</returns>
    /// <exception cref="SocketException">The connection is closed.</exception>
    public async ValueTask<bool> IsAllTakenAsync(CancellationToken cancellationToken)
    {
        long quietSince = Environment.TickCount64;
        for (int i = 0; ; i++)
        {
            SocketProgress now = SocketProgress.Of(_socket) ?? throw new SocketException((int)SocketError.NotConnected);
            if (i == 0)
            {
                _takenBefore = now.Taken;
            }

            if (now.Taken == _expected)
            {
                return true;
            }

            quietSince = now.Queued > 0 ? Environment.TickCount64 : quietSince;
            if (now.Taken > _expected || Environment.TickCount64 - quietSince > s_patience.TotalMilliseconds)
            {
                return false;
            }

            if (i == 0 && _transport.UnflushedBytes > 0)
            {
                await _transport.FlushAsync(cancellationToken);
            }
            else if (i < QuickLooks)
            {
                await Task.Yield();
            }
            else
            {
                await Task.Delay(1, cancellationToken);
            }
        }
    }

    /// <summary>Sends what was held back, a line of its own, and bytes of a file, when <see cref="IsAllTakenAsync"/> has said so.</summary>
    /// <param name="line">What comes directly before the file, such as the length of a chunk.</param>
    /// <param name="file">The file, open for reading.</param>
    /// <param name="offset">Offset of the first byte.</param>
    /// <param name="length">Number of bytes.</param>
    /// <param name="cancellationToken">Ends the call; the connection is then of no more use.</param>
    /// <exception cref="FileSendException">The connection was lost, the file became shorter, or cannot be read.</exception>
    public async ValueTask SendAsync(
        ReadOnlyMemory<byte> line,
        SafeFileHandle file,
        long offset,
        long length,
        CancellationToken cancellationToken)
    {
        _head.Write(line.Span);
        SendResult result = await _sender.SendAsync(_socket, file, _head.WrittenMemory, offset, length, cancellationToken);
        _expected += _head.WrittenCount + result.Bytes;
        _head.ResetWrittenCount();
        _holdsBack = false;
    }

    /// <summary>Sends a few bytes behind a file.</summary>
    /// <exception cref="SocketException">The connection was lost.</exception>
    public async ValueTask SendAsync(ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        while (bytes.Length > 0)
        {
            int count = await _socket.SendAsync(bytes, SocketFlags.None, cancellationToken);
            _expected += count;
            bytes = bytes[count..];
        }
    }

    /// <summary>True when what is held back, and a line, are short enough to leave with a file.</summary>
    public bool HasRoomFor(ReadOnlyMemory<byte> line) => _head.WrittenCount + line.Length <= FileSender.LongestHead;

    /// <summary>Lets Kestrel count bytes as written to a body that were sent from a file.</summary>
    public async ValueTask CountAsync(PipeWriter body, long length, CancellationToken cancellationToken)
    {
        _blanksLeft = length;
        try
        {
            while (_blanksLeft > 0)
            {
                body.Advance((int)Math.Min(body.GetMemory().Length, _blanksLeft));
            }
        }
        finally
        {
            _blanksLeft = 0;
        }

        await body.FlushAsync(cancellationToken);
    }

    /// <summary>Lets the connection end by a reset, which drops what has not left yet.</summary>
    public void ResetAtEnd()
    {
        try
        {
            _socket.LingerState = new LingerOption(enable: true, seconds: 0);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // It has ended.
        }
    }

    /// <inheritdoc/>
    public override Memory<byte> GetMemory(int sizeHint = 0) =>
        _blanksLeft > 0 ? BlankMemory.Longest : _holdsBack ? _head.GetMemory(sizeHint) : _transport.GetMemory(sizeHint);

    /// <inheritdoc/>
    public override Span<byte> GetSpan(int sizeHint = 0) => _holdsBack ? _head.GetSpan(sizeHint) : _transport.GetSpan(sizeHint);

    /// <inheritdoc/>
    public override void Advance(int bytes)
    {
        if (_blanksLeft > 0)
        {
            _blanksLeft -= bytes;
        }
        else if (_holdsBack)
        {
            _head.Advance(bytes);
        }
        else
        {
            _transport.Advance(bytes);
            _expected += bytes;
        }
    }

    /// <inheritdoc/>
    public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default) =>
        _holdsBack ? default : _transport.FlushAsync(cancellationToken);

    /// <inheritdoc/>
    public override void CancelPendingFlush() => _transport.CancelPendingFlush();

    /// <inheritdoc/>
    public override void Complete(Exception? exception = null) => _transport.Complete(exception);

    private sealed class Ends(PipeReader input, PipeWriter output) : IDuplexPipe
    {
        public PipeReader Input => input;

        public PipeWriter Output => output;
    }
}
