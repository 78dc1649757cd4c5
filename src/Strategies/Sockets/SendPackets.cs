using System.Net.Sockets;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Wire;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Sockets;

/// <summary>Socket.SendPacketsAsync: the header from memory, then the open file in ranges.</summary>
/// <remarks>
/// TransmitPackets on Windows, sendfile(2) on Linux. A SendPacketsElement is the only managed way to let the kernel send
/// a part of a file, or a file that is already open.
/// </remarks>
public sealed class SendPackets(ConnectionOptions options) : AsyncSocketStrategy(options)
{
    /// <summary>Whole pages, so that two of them are within what a call carries on Windows; below the maximum of a count, an int.</summary>
    private const int LongestRange = (1 << 30) - 4096;

    /// <summary>Elements of a call: one of TransmitPackets carries 2,147,483,646 bytes.</summary>
    private static readonly int s_mostElements = OperatingSystem.IsWindows() ? 2 : int.MaxValue;

    private readonly SocketOperation _operation = new();

    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = StrategyDescriptor.For(
        "send-packets",
        StrategyFamily.Sockets,
        "Socket.SendPacketsAsync: the header, then ranges of the open FileStream of 1 GiB at most",
        options => new SendPackets(options)) with
    {
        SystemCalls = ["sendfile"],
        Transports = Transport.AnyStream,
        SendsHeaderAlone = true,
        SendsPages = true,
    };

    /// <inheritdoc/>
    protected override async ValueTask<Delivery> TransferAsync(
        FramedConnection connection,
        Payload payload,
        CancellationToken cancellationToken)
    {
        using SafeFileHandle handle = PayloadFile.OpenHandle(payload, FileOptions.Asynchronous);
        var file = new FileStream(handle, FileAccess.Read, bufferSize: 0, isAsync: true);
        await using (file.ConfigureAwait(false))
        {
            connection.BeginGuard(payload);
            CancellationTokenRegistration closing = connection.CloseWhenCancelled(cancellationToken);
            try
            {
                SendPacketsElement[] elements = Elements(connection.Header(payload.Length), file, payload.Length);
                for (int begin = 0; begin < elements.Length; begin += s_mostElements)
                {
                    _operation.SendPacketsElements = elements.Length <= s_mostElements
                        ? elements
                        : elements[begin..Math.Min(begin + s_mostElements, elements.Length)];
                    // Ignore the returned number: when the file ends early, .NET on Unix returns the requested number of bytes.
                    await _operation.SendPacketsAsync(connection.Socket).ConfigureAwait(false);
                }

                PayloadChange.ThrowIfChanged(payload, handle);
                Delivery delivery = await connection.ReadAcknowledgementAsync(payload, cancellationToken).ConfigureAwait(false);
                // Bytes cut off before they arrived came as zeros, although their count is right.
                PayloadChange.ThrowIfChanged(payload, handle);
                return delivery;
            }
            catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
            {
                cancellationToken.ThrowIfCancellationRequested();
                throw connection.Failed("sending", exception);
            }
            finally
            {
                _operation.SendPacketsElements = null;
                await closing.DisposeAsync().ConfigureAwait(false);
                connection.EndGuard();
            }
        }
    }

    /// <inheritdoc/>
    public override ValueTask DisposeAsync()
    {
        _operation.Dispose();
        return base.DisposeAsync();
    }

    private static SendPacketsElement[] Elements(byte[] header, FileStream file, long length)
    {
        var elements = new SendPacketsElement[1 + (int)((length + LongestRange - 1) / LongestRange)];
        elements[0] = new SendPacketsElement(header);
        for (int i = 1; i < elements.Length; i++)
        {
            long offset = (i - 1) * (long)LongestRange;
            elements[i] = new SendPacketsElement(file, offset, (int)Math.Min(LongestRange, length - offset));
        }

        return elements;
    }
}
