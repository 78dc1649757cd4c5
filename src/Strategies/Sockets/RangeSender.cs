using System.Net.Sockets;
using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>Sends one range of a file as a frame of its own, by <see cref="FileSender"/>, over one connection.</summary>
/// <remarks>
/// Several of them send one file over several connections at a time. It is no strategy by itself: it delivers a part of a payload.
/// </remarks>
/// <param name="options">Where and how to connect.</param>
/// <param name="sender">The sender, which the connections share.</param>
public sealed class RangeSender(ConnectionOptions options, FileSender sender) : IDisposable
{
    private FramedConnection? _connection;

    /// <summary>Opens the connection, in place of an earlier one.</summary>
    /// <exception cref="TransferException">The receiver cannot be reached, or an option is not possible here.</exception>
    public void Connect()
    {
        _connection?.Dispose();
        _connection = FramedConnection.Connect(options);
    }

    /// <summary>Sends <paramref name="length"/> bytes from <paramref name="offset"/> on, and awaits their acknowledgement.</summary>
    /// <exception cref="TransferException">The range was not delivered; the connection is no longer usable.</exception>
    /// <exception cref="InvalidOperationException">Not connected yet.</exception>
    public async ValueTask<Delivery> TransferAsync(Payload payload, long offset, long length, CancellationToken cancellationToken)
    {
        FramedConnection connection = _connection ?? throw new InvalidOperationException($"call {nameof(Connect)} first");
        connection.BeginGuard(payload);
        try
        {
            await sender.SendAsync(connection.Socket, payload.Path, connection.Header(length), offset, length, cancellationToken)
                .ConfigureAwait(false);
            return await connection.ReadAcknowledgementAsync(payload, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            throw connection.Failed("sending", exception);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw SentMethods.Explain(exception, connection, payload);
        }
        finally
        {
            connection.EndGuard();
        }
    }

    /// <summary>Checks that the requested socket options are still in force.</summary>
    /// <exception cref="TransferException">An option has another value.</exception>
    public void ThrowUnlessInForce()
    {
        if (_connection is { } connection)
        {
            SocketTuning.ThrowUnlessInForce(connection.Socket, options);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _connection?.Dispose();
}
