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
    private readonly byte[] _header = new byte[FrameHeader.Size];
    private byte[] _asked = [];
    private string _target = "";

    /// <inheritdoc cref="FileConnection(Socket, FileSender, ServedFolder, ServerOptions, ConnectionEvents)"/>
    public FetchConnection(Socket socket, FileSender sender, ServedFolder? folder, ServerOptions options, ConnectionEvents events)
        : base(socket, sender, folder, options, events) =>
        Reader = new FrameRequestReader(socket, new Waiter(options.Wait, socket), options) { IsGreeting = options.Token is not null };

    /// <inheritdoc/>
    protected override RequestReader Reader { get; }

    /// <inheritdoc/>
    protected override bool Answer(ReadOnlySpan<byte> request)
    {
        ReadOnlySpan<byte> content = request[FrameHeader.Size..];
        if (!Reader.IsGreeting)
        {
            return Answer(TargetOf(content));
        }

        if (Options.Token?.Accepts(content) != true)
        {
            throw new RefusedException(new Refusal(401, "presented another token"));
        }

        Reader.IsGreeting = false;
        Acknowledge(content.Length);
        return true;
    }

    /// <inheritdoc/>
    protected override void Forget()
    {
        _asked = [];
        _target = "";
    }

    /// <inheritdoc/>
    protected override void Refuse(Refusal refusal)
    {
        if (Reader.IsGreeting)
        {
            Acknowledge(AcknowledgementStatus.Unauthorized);
            return;
        }

        FrameHeader.Write(_header, -refusal.Status);
        Send(_header);
    }

    private void Acknowledge(long status)
    {
        byte[] answer = new byte[Acknowledgement.Size];
        new Acknowledgement(status, Crc32C: 0).Write(answer);
        Send(answer);
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
            return Delivery.Send(way!, file, _header, ByteRange.Whole(file.Length));
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
