using System.Globalization;
using System.Net.Sockets;
using System.Text;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Core.Features;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Sending.AspNetCore;

/// <summary>A response over HTTP/1.1 without TLS, into which files are sent from beneath Kestrel.</summary>
/// <remarks>
/// Kestrel counts the bytes of a body against Content-Length. So that they add up, blank memory is advanced by as many bytes as the file
/// had. Without Content-Length Kestrel writes chunks and counts nothing: a chunk with the file goes between two of its own.
/// </remarks>
/// <param name="context">The request.</param>
/// <param name="body">Kestrel's own body.</param>
/// <param name="output">What Kestrel writes to.</param>
internal sealed class FileResponse(HttpContext context, IHttpResponseBodyFeature body, FileOutput output)
{
    private static readonly TimeSpan s_lookEvery = TimeSpan.FromSeconds(1);
    private static readonly byte[] s_endOfChunk = "\r\n"u8.ToArray();

    /// <summary>True when Kestrel itself makes chunks of what is written: then a chunk of our own fits in.</summary>
    private bool _isInChunks;

    /// <summary>Sends a part of a file as the next part of the body.</summary>
    /// <param name="file">The file, open for reading.</param>
    /// <param name="state">What it was like when it was opened.</param>
    /// <param name="offset">Offset of the first byte.</param>
    /// <param name="length">Number of bytes.</param>
    /// <param name="cancellationToken">Ends the call, and the connection with it.</param>
    /// <returns>Null; or why the file cannot be sent so. Then nothing of it was sent, and the response can go on.</returns>
    /// <exception cref="IOException">
    /// The file became shorter, was written to, or cannot be read. The connection ends by a reset.
    /// </exception>
    /// <exception cref="OperationCanceledException">The token was cancelled; the connection ends by a reset.</exception>
    public async Task<string?> SendAsync(
        SafeFileHandle file,
        FileState state,
        long offset,
        long length,
        CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        if (await StartAsync(length, cancellationToken) is { } refusal)
        {
            return refusal;
        }

        try
        {
            if (await SendWatchedAsync(file, state, offset, length, cancellationToken) is { } other)
            {
                return other;
            }
        }
        catch (Exception exception) when (IsEndOfConnection(exception))
        {
            // As Kestrel does: what is written to a client that is gone goes nowhere, and only the token tells.
            context.Abort();
            cancellationToken.ThrowIfCancellationRequested();
            return null;
        }
        catch
        {
            // Part of the body has left.
            Break();
            throw;
        }

        if (!_isInChunks)
        {
            await output.CountAsync(body.Writer, length, cancellationToken);
        }

        return null;
    }

    /// <summary>Starts the response, with its head held back; or lets everything leave that was written to it before.</summary>
    private async ValueTask<string?> StartAsync(long length, CancellationToken cancellationToken)
    {
        HttpResponse response = context.Response;
        if (response.HasStarted)
        {
            if (response.ContentLength is null && !_isInChunks)
            {
                return "length unknown";
            }

            await body.Writer.FlushAsync(cancellationToken);
            return null;
        }

        bool ownChunks = response.Headers.TransferEncoding.Count > 0;
        if (response.ContentLength < length || ownChunks)
        {
            return ownChunks ? "length unknown" : "length";
        }

        output.HoldBack();
        try
        {
            await body.StartAsync(cancellationToken);
        }
        catch
        {
            await output.ReleaseAsync(CancellationToken.None);
            throw;
        }

        // What runs when a response starts can have changed its head.
        _isInChunks = response.ContentLength is null && response.Headers.TransferEncoding == "chunked";
        if (response.ContentLength >= length || _isInChunks)
        {
            return null;
        }

        await output.ReleaseAsync(cancellationToken);
        return "length";
    }

    private async Task<string?> SendWatchedAsync(
        SafeFileHandle file,
        FileState state,
        long offset,
        long length,
        CancellationToken cancellationToken)
    {
        ValueTask<string?> sending = SendChunkAsync(file, state, offset, length, cancellationToken);
        if (sending.IsCompleted || context.Features.Get<IHttpMinResponseDataRateFeature>()?.MinDataRate is not { } rate)
        {
            return await sending;
        }

        using var over = new CancellationTokenSource();
        Task watching = WatchAsync(rate, over.Token);
        try
        {
            return await sending;
        }
        finally
        {
            await over.CancelAsync();
            await watching.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private async ValueTask<string?> SendChunkAsync(
        SafeFileHandle file,
        FileState state,
        long offset,
        long length,
        CancellationToken cancellationToken)
    {
        ReadOnlyMemory<byte> line = _isInChunks
            ? Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{length:x}\r\n"))
            : default;
        if (!output.HasRoomFor(line))
        {
            await output.ReleaseAsync(cancellationToken);
        }

        if (!await output.IsAllTakenAsync(cancellationToken))
        {
            await output.ReleaseAsync(cancellationToken);
            return "listener";
        }

        await output.SendAsync(line, file, offset, length, cancellationToken);
        if (RegularFile.StateOf(file) != state)
        {
            throw new IOException("the file was written to while it was sent: the response was broken off");
        }

        if (_isInChunks)
        {
            await output.SendAsync(s_endOfChunk, cancellationToken);
        }

        return null;
    }

    /// <summary>Aborts the connection when its client takes less than Kestrel's MinDataRate asks for, as Kestrel itself does.</summary>
    private async Task WatchAsync(MinDataRate rate, CancellationToken cancellationToken)
    {
        long begin = Environment.TickCount64;
        using var timer = new PeriodicTimer(s_lookEvery);
        while (await timer.WaitForNextTickAsync(cancellationToken))
        {
            double seconds = ((Environment.TickCount64 - begin) / 1000.0) - rate.GracePeriod.TotalSeconds;
            if (!(output.Progress >= rate.BytesPerSecond * seconds))
            {
                context.Abort();
                return;
            }
        }
    }

    private void Break()
    {
        output.ResetAtEnd();
        if (_isInChunks)
        {
            // Nobody else knows that a chunk has no end. Where there is Content-Length, Kestrel misses what it has not counted.
            context.Abort();
        }
    }

    private static bool IsEndOfConnection(Exception exception) => exception
        is SocketException
        or ObjectDisposedException
        or FileSendException { InnerException: SocketException or ObjectDisposedException };
}
