using System.Net.Sockets;
using FileTransfer.Sending;
using FileTransfer.Server.Receivers;
using FileTransfer.Strategies.Downloads;

namespace FileTransfer.Server.Downloads;

/// <summary>Answers the requests of one connection: the head of a response and the file leave in one call of FileSender.</summary>
/// <param name="socket">The connected socket; stays the caller's.</param>
/// <param name="sender">Sends the files; stays the caller's.</param>
/// <param name="folder">The served files; null when the server was told none.</param>
/// <param name="counters">Counts of the receiver.</param>
internal sealed class FileResponder(Socket socket, FileSender sender, ServedFolder? folder, ReceiverCounters counters)
{
    /// <summary>Kind of error: the file changed while it was sent.</summary>
    private const string FileChanged = "file-changed";

    /// <summary>Kind of error: the client no longer read.</summary>
    private const string Idle = "idle";

    /// <summary>Kind of error: the client went away.</summary>
    private const string ConnectionLost = "connection-lost";

    private readonly ResponseWriter _response = new();
    private string _target = "";
    private string _name = "";

    /// <summary>Answers a request whose head was read.</summary>
    /// <returns>False when the connection is to be closed.</returns>
    /// <exception cref="RefusedException">The request has content.</exception>
    /// <exception cref="SocketException">The connection was lost, or the client no longer reads.</exception>
    public bool Answer(RequestHead request)
    {
        if (request.HasContent)
        {
            throw new RefusedException(new Refusal(413, "a request for a file has no content"));
        }

        if (request is { Target: "/", IsGet: true })
        {
            Send(_response.NoContent(request.KeepsAlive));
            return request.KeepsAlive;
        }

        if (Find(request, out ServedFile? file) is { } refusal)
        {
            return Refuse(request, refusal);
        }

        using (file)
        {
            return Serve(request, file!);
        }
    }

    /// <summary>Sends a refusal of a request that was not read to its end; the connection is then to be closed.</summary>
    public void Refuse(Refusal refusal) => Send(_response.Refused(refusal, fileLength: null, isHead: false, keepsAlive: false));

    private Refusal? Find(RequestHead request, out ServedFile? file)
    {
        file = null;
        if (!request.IsGet && !request.IsHead)
        {
            return new Refusal(405, "files are served to GET and HEAD");
        }

        // A client that asks again sends the same target, which is the same object then.
        if (!ReferenceEquals(request.Target, _target))
        {
            if (NameIn(request.Target, out _name) is { } refusal)
            {
                _target = "";
                return refusal;
            }

            _target = request.Target;
        }

        return folder is null
            ? Refusal.NotFound("this server serves no files: start it with --files and a folder")
            : folder.OpenFile(_name, out file);
    }

    private static Refusal? NameIn(string target, out string name)
    {
        name = "";
        if (!DownloadTarget.IsOne(target))
        {
            return Refusal.NotFound("ask for /serve/file-sender/NAME");
        }

        return DownloadTarget.Parse(target, out string way, out name)
            ?? (way == ServingWay.FileSender.Name
                ? null
                : Refusal.NotFound("there is no such way of serving here; there is file-sender"));
    }

    private bool Serve(RequestHead request, ServedFile file)
    {
        FileVersion version = file.Version;
        var range = ByteRange.Whole(version.Length);
        if (request.IsConditional || request.Range is not null)
        {
            string tag = ResponseWriter.TagOf(version);
            switch (request.Conditions.StatusFor(tag, version.LastModified))
            {
                case 304:
                    Send(_response.NotModified(version, request.KeepsAlive));
                    return request.KeepsAlive;
                case 412:
                    return Refuse(request, new Refusal(412, "the file is not the version that the request is about"));
            }

            // Ranges are for GET: RFC 9110, 14.2.
            if (request.IsGet
                && request.Conditions.TakesRange(tag, version.LastModified)
                && !ByteRange.TryRead(request.Range, version.Length, out range))
            {
                return Refuse(request, new Refusal(416, "there is no such range in the file"), version.Length);
            }
        }

        ReadOnlySpan<byte> head = _response.File(range, version, request.KeepsAlive);
        if (request.IsHead)
        {
            Send(head);
            return request.KeepsAlive;
        }

        if (range.IsWhole)
        {
            // Before the file leaves, so that a client that has it finds it counted.
            counters.Drained(version.Length);
        }

        return SendFile(file, head, range) && request.KeepsAlive;
    }

    private bool SendFile(ServedFile file, ReadOnlySpan<byte> head, ByteRange range)
    {
        string failure;
        try
        {
            SendResult result = sender.Send(socket, file.Handle, head, range.Offset, range.Count);
            // Bytes that were read are the file's. Pages that were sent may have been truncated or overwritten before they left.
            if (result.Method == SendMethod.ReadAndSend || !file.WasWrittenTo())
            {
                return true;
            }

            failure = FileChanged;
        }
        catch (FileSendException exception)
        {
            failure = exception.SocketError switch
            {
                null => FileChanged,
                SocketError.TimedOut => Idle,
                _ => ConnectionLost,
            };
        }

        // Never filled up, and never ended as if it were complete: a reset drops what has not left yet.
        counters.Failed(failure);
        socket.LingerState = new LingerOption(enable: true, seconds: 0);
        return false;
    }

    private bool Refuse(RequestHead request, Refusal refusal, long? fileLength = null)
    {
        Send(_response.Refused(refusal, fileLength, request.IsHead, request.KeepsAlive));
        return request.KeepsAlive;
    }

    private void Send(ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length > 0)
        {
            bytes = bytes[socket.Send(bytes)..];
        }
    }
}
