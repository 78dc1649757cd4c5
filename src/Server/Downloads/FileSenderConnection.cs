using System.Net.Sockets;
using FileTransfer.Sending;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;

namespace FileTransfer.Server.Downloads;

/// <summary>Serves files to one client over HTTP/1.1.</summary>
internal sealed class FileSenderConnection : FileConnection
{
    private readonly FileResponder _responder;
    private readonly RequestHead _request = new();

    /// <inheritdoc cref="FileConnection(Socket, FileSender, ServedFolder, ServerOptions, ConnectionEvents)"/>
    public FileSenderConnection(Socket socket, FileSender sender, ServedFolder? folder, ServerOptions options, ConnectionEvents events)
        : base(socket, sender, folder, options, events)
    {
        Reader = new HttpRequestReader(socket, new Waiter(options.Wait, socket), options);
        _responder = new FileResponder(socket, Finder, Delivery);
    }

    /// <inheritdoc/>
    protected override RequestReader Reader { get; }

    /// <inheritdoc/>
    protected override bool Answer(ReadOnlySpan<byte> request)
    {
        if (_request.Read(request) is { } malformed)
        {
            throw new RefusedException(malformed);
        }

        return Options.Token is { } token && !token.AcceptsHeader(_request.Authorization)
            ? throw new RefusedException(new Refusal(401, "this server asks for a token, as 'Authorization: Bearer TOKEN'"))
            : _responder.Answer(_request);
    }

    /// <inheritdoc/>
    protected override void Forget() => _request.Forget();

    /// <inheritdoc/>
    protected override void Refuse(Refusal refusal) => _responder.Refuse(refusal);
}
