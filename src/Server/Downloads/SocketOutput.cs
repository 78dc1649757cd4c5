using System.Buffers;
using System.IO.Pipelines;
using System.Net.Sockets;
using FileTransfer.Sending;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Server.Downloads;

/// <summary>
/// What a Kestrel without TLS writes to one connection over HTTP/1.1: it goes to the socket from here and not from Kestrel's transport,
/// so that a file can take its place in the order of bytes.
/// </summary>
/// <remarks>
/// <para>
/// Kestrel's transport sends on its own time what was flushed, and tells nobody when it has. A file that is sent beside it can overtake
/// the head of its response. Here nobody else sends, and a flush ends when the socket has taken everything.
/// </para>
/// <para>
/// Kestrel counts the bytes of a body against Content-Length. So that they add up, <see cref="SendFileAsync"/> writes as many blank bytes
/// to the body as the file has; they are not looked at, and the file is sent instead of them.
/// </para>
/// </remarks>
/// <param name="socket">The connection's socket; stays the transport's.</param>
/// <param name="sender">Sends the files; stays the caller's.</param>
/// <param name="pool">Memory for everything else.</param>
internal sealed class SocketOutput(Socket socket, FileSender sender, MemoryPool<byte> pool) : PipeWriter
{
    /// <summary>Most blank bytes that are written at once.</summary>
    private const int MostBlanks = 256 << 10;

    private readonly Pipe _written = new(new PipeOptions(
        pool,
        PipeScheduler.Inline,
        PipeScheduler.Inline,
        // Kestrel waits for the socket at every flush, and not for room in the pipe.
        pauseWriterThreshold: 0,
        useSynchronizationContext: false));

    private byte[] _blanks = [];
    private SafeFileHandle? _file;
    private long _length;
    private long _blanksLeft;

    /// <inheritdoc/>
    public override bool CanGetUnflushedBytes => true;

    /// <inheritdoc/>
    public override long UnflushedBytes => _written.Writer.UnflushedBytes;

    /// <summary>Middleware of a listener that gives every connection such an output, as a feature; the last before HTTP.</summary>
    public static async Task RunAsync(ConnectionDelegate next, ConnectionContext connection, FileSender sender)
    {
        Socket socket = connection.Features.GetRequiredFeature<IConnectionSocketFeature>().Socket;
        MemoryPool<byte> pool = connection.Features.Get<IMemoryPoolFeature>()?.MemoryPool ?? MemoryPool<byte>.Shared;
        IDuplexPipe transport = connection.Transport;
        var output = new SocketOutput(socket, sender, pool);
        connection.Features.Set(output);
        connection.Transport = new Ends(transport.Input, output);
        try
        {
            await next(connection);
        }
        finally
        {
            connection.Transport = transport;
            await output._written.Writer.CompleteAsync();
            await output._written.Reader.CompleteAsync();
        }
    }

    /// <summary>Sends a file as the next part of a body, with whatever was written before it.</summary>
    /// <param name="body">The body of the response that has been started over this connection.</param>
    /// <param name="file">The file, open for reading; sent from its beginning.</param>
    /// <param name="length">Number of bytes.</param>
    /// <param name="cancellationToken">Ends the call; the connection is then to be aborted.</param>
    /// <exception cref="IOException">The file ended early or cannot be read.</exception>
    /// <exception cref="OperationCanceledException">The client is gone.</exception>
    public async Task SendFileAsync(PipeWriter body, SafeFileHandle file, long length, CancellationToken cancellationToken)
    {
        (_file, _length, _blanksLeft) = (file, length, length);
        while (_blanksLeft > 0)
        {
            body.Advance((int)Math.Min(body.GetMemory().Length, _blanksLeft));
        }

        if ((await body.FlushAsync(cancellationToken)).IsCompleted)
        {
            throw new OperationCanceledException("the client is gone");
        }
    }

    /// <summary>Lets the connection end by a reset, which drops what has not left yet.</summary>
    public void ResetAtEnd()
    {
        try
        {
            socket.LingerState = new LingerOption(enable: true, seconds: 0);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // It has ended.
        }
    }

    /// <inheritdoc/>
    public override Memory<byte> GetMemory(int sizeHint = 0) => _blanksLeft > 0 ? Blanks(sizeHint) : _written.Writer.GetMemory(sizeHint);

    /// <inheritdoc/>
    public override Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    /// <inheritdoc/>
    public override void Advance(int bytes)
    {
        if (_blanksLeft > 0)
        {
            ArgumentOutOfRangeException.ThrowIfGreaterThan(bytes, _blanksLeft);
            _blanksLeft -= bytes;
        }
        else
        {
            _written.Writer.Advance(bytes);
        }
    }

    /// <inheritdoc/>
    public override async ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default)
    {
        await _written.Writer.FlushAsync(cancellationToken);
        bool isWritten = _written.Reader.TryRead(out ReadResult written);
        ReadOnlySequence<byte> bytes = isWritten ? written.Buffer : default;
        try
        {
            if (_file is { } file)
            {
                _file = null;
                ReadOnlyMemory<byte> head = await SendAllButHeadAsync(bytes, cancellationToken);
                await sender.SendAsync(socket, file, head, offset: 0, _length, cancellationToken);
            }
            else
            {
                foreach (ReadOnlyMemory<byte> part in bytes)
                {
                    await SendAsync(part, cancellationToken);
                }
            }

            return new FlushResult(isCanceled: false, isCompleted: false);
        }
        catch (Exception exception) when (IsEndOfConnection(exception))
        {
            return new FlushResult(isCanceled: false, isCompleted: true);
        }
        catch
        {
            // Part of a response has left, and what has not yet may no longer be the file's.
            ResetAtEnd();
            throw;
        }
        finally
        {
            if (isWritten)
            {
                _written.Reader.AdvanceTo(bytes.End);
            }
        }
    }

    /// <inheritdoc/>
    /// <remarks>Kestrel aborts a connection whose flush takes too long; its socket then ends the flush.</remarks>
    public override void CancelPendingFlush()
    {
    }

    /// <inheritdoc/>
    /// <remarks>The transport ends the connection, and <see cref="RunAsync"/> gives the memory back.</remarks>
    public override void Complete(Exception? exception = null)
    {
    }

    private static bool IsEndOfConnection(Exception exception) => exception
        is SocketException
        or ObjectDisposedException
        or FileSendException { InnerException: SocketException or ObjectDisposedException };

    private Memory<byte> Blanks(int sizeHint)
    {
        if (_blanks.Length < Math.Max(sizeHint, 1))
        {
            _blanks = GC.AllocateUninitializedArray<byte>(Math.Max(sizeHint, MostBlanks));
        }

        return _blanks;
    }

    /// <summary>Sends what FileSender does not take as a head; nearly always that is nothing.</summary>
    private async ValueTask<ReadOnlyMemory<byte>> SendAllButHeadAsync(ReadOnlySequence<byte> bytes, CancellationToken cancellationToken)
    {
        if (bytes is { IsSingleSegment: true, Length: <= FileSender.LongestHead })
        {
            return bytes.First;
        }

        foreach (ReadOnlyMemory<byte> part in bytes)
        {
            await SendAsync(part, cancellationToken);
        }

        return ReadOnlyMemory<byte>.Empty;
    }

    private async ValueTask SendAsync(ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        while (bytes.Length > 0)
        {
            bytes = bytes[await socket.SendAsync(bytes, SocketFlags.None, cancellationToken)..];
        }
    }

    private sealed class Ends(PipeReader input, PipeWriter output) : IDuplexPipe
    {
        public PipeReader Input => input;

        public PipeWriter Output => output;
    }
}
