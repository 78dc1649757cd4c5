using System.Net.Sockets;
using System.Text;
using FileTransfer.Sending;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Downloads;

/// <summary>
/// Serves framed files to one client. A request is a frame with the target of an HTTP request, <c>/serve/WAY/NAME</c>. The answer is the
/// length of the file and the file, or the negative status with which HTTP would refuse it.
/// </summary>
/// <remarks>
/// Where a token is asked for, the first frame is the token, and is acknowledged as every receiver of frames does it. A request that
/// cannot be read ends the connection.
/// </remarks>
internal sealed class FetchConnection : FileConnection
{
    private readonly FileDelivery _delivery;
    private readonly byte[] _header = new byte[FrameHeader.Size];
    private byte[] _asked = [];
    private string _target = "";

    /// <inheritdoc cref="FileConnection(Socket, FileSender, ServedFolder, ServerOptions, ReceiverCounters)"/>
    public FetchConnection(Socket socket, FileSender sender, ServedFolder? folder, ServerOptions options, ReceiverCounters counters)
        : base(socket, sender, folder, options, counters)
    {
        Reader = new FrameRequestReader(socket, new Waiter(options.Wait, socket), options.IdleTimeout);
        _delivery = new FileDelivery(socket, counters);
    }

    /// <inheritdoc/>
    protected override RequestReader Reader { get; }

    /// <inheritdoc/>
    protected override void Serve()
    {
        if (Options.Token is { } token && !IsGreeted(token))
        {
            return;
        }

        while (!IsStopping && Reader.TryRead(out ReadOnlySpan<byte> request))
        {
            if (!Answer(TargetOf(request[FrameHeader.Size..])))
            {
                break;
            }
        }
    }

    /// <inheritdoc/>
    protected override void Refuse(Refusal refusal)
    {
        FrameHeader.Write(_header, -refusal.Status);
        Send(_header);
    }

    private bool IsGreeted(AccessToken token)
    {
        Socket.ReceiveTimeout = (int)Options.HandshakeTimeout.TotalMilliseconds;
        if (!Reader.TryRead(out ReadOnlySpan<byte> frame))
        {
            return false;
        }

        int length = frame.Length - FrameHeader.Size;
        bool isAccepted = token.Accepts(frame[FrameHeader.Size..]);
        byte[] answer = new byte[Acknowledgement.Size];
        new Acknowledgement(isAccepted ? length : AcknowledgementStatus.Unauthorized, Crc32C: 0).Write(answer);
        Send(answer);
        Socket.ReceiveTimeout = (int)Options.IdleTimeout.TotalMilliseconds;
        return isAccepted;
    }

    /// <summary>The target as text; the same object for the same bytes again.</summary>
    private string TargetOf(ReadOnlySpan<byte> asked)
    {
        if (!asked.SequenceEqual(_asked))
        {
            _asked = asked.ToArray();
            _target = Encoding.Latin1.GetString(asked);
        }

        return _target;
    }

    private bool Answer(string target)
    {
        if (Finder.Find(target, out ServedFile? file, out IFileSending? way) is { } refusal)
        {
            Refuse(refusal);
            return true;
        }

        using (file)
        {
            FrameHeader.Write(_header, file!.Length);
            return _delivery.Send(way!, file, _header, ByteRange.Whole(file.Length));
        }
    }

    private void Send(ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length > 0)
        {
            bytes = bytes[Socket.Send(bytes)..];
        }
    }
}
