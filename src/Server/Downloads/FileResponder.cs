using System.Net.Sockets;

namespace FileTransfer.Server.Downloads;

/// <summary>Answers the requests of one connection over HTTP/1.1: the head of a response and the file leave together.</summary>
/// <param name="socket">The connected socket; stays the caller's.</param>
/// <param name="finder">Finds the files.</param>
/// <param name="delivery">Sends the files.</param>
internal sealed class FileResponder(Socket socket, FileFinder finder, FileDelivery delivery)
{
    private readonly ResponseWriter _response = new();

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

        if (!request.IsGet && !request.IsHead)
        {
            return Refuse(request, new Refusal(405, "files are served to GET and HEAD"));
        }

        if (finder.Find(request.Target, out ServedFile? file, out IFileSending? way) is { } refusal)
        {
            return Refuse(request, refusal);
        }

        using (file)
        {
            return Serve(request, file!, way!);
        }
    }

    /// <summary>Sends a refusal of a request that was not read to its end; the connection is then to be closed.</summary>
    public void Refuse(Refusal refusal) => Send(_response.Refused(refusal, fileLength: null, isHead: false, keepsAlive: false));

    private bool Serve(RequestHead request, ServedFile file, IFileSending way)
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

        return delivery.Send(way, file, head, range) && request.KeepsAlive;
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
