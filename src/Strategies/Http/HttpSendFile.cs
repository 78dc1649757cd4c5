using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using FileTransfer.Sending;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Http;

/// <summary>
/// Writes HTTP/1.1 requests to a reused socket without HttpClient. Socket.SendFile sends the head of the request and the
/// part of the form before the file as its preBuffer, and the part after the file as its postBuffer. The file goes from
/// the page cache to the socket.
/// </summary>
public sealed class HttpSendFile(ConnectionOptions options, UploadForm form) : ISyncTransferStrategy
{
    private readonly UploadBody _body = new(form);
    private Socket? _socket;
    private Waiter? _waiter;
    private HttpResponseReader? _reader;
    private Payload? _payload;
    private HttpAddress? _address;
    private byte[] _head = [];
    private long _sendReturned;

    /// <summary>A POST of multipart/form-data.</summary>
    public static StrategyDescriptor DescriptorMultipart { get; } = Describe(
        "http-multipart-send-file",
        "Socket.SendFile(path, request and form before it, form after it)",
        UploadForm.Multipart);

    /// <summary>A PUT of the file alone.</summary>
    public static StrategyDescriptor DescriptorPut { get; } = Describe(
        "http-put-send-file",
        "Socket.SendFile(path, request before it)",
        UploadForm.Put);

    /// <summary>A POST of the file alone, listed in <see cref="Foreign.UrlStrategy"/>.</summary>
    public static StrategyDescriptor DescriptorPost { get; } = Describe(
        "http-post-send-file",
        "POST: Socket.SendFile(path, request before it)",
        UploadForm.Post);

    private HttpEndPoint Endpoint => options.Endpoint as HttpEndPoint
        ?? throw new ArgumentException($"{options.Endpoint} is not an HTTP address", nameof(options));

    /// <inheritdoc/>
    public ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        Open();
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public Delivery Transfer(Payload payload)
    {
        Socket socket = _socket
            ?? throw new InvalidOperationException($"{nameof(HttpSendFile)} is not connected: call {nameof(ConnectAsync)} first");
        _waiter!.Begin(payload.Length);
        try
        {
            socket.SendFile(payload.Path, Head(payload), _body.Tail, TransmitFileOptions.UseDefaultWorkerThread);
        }
        catch (SocketException exception)
        {
            throw Refusal(payload) ?? ConnectionFailure.Explain(socket, options.Timeout, "sending", exception);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw PayloadFile.Unreadable(payload, exception.Message, exception);
        }

        _sendReturned = Stopwatch.GetTimestamp();
        ReadOnlySpan<byte> body = _reader!.Read();
        _waiter.End();
        Delivery delivery = Answer(_reader.Status, body, payload).Confirm(_sendReturned);
        if (!_reader.KeepsAlive)
        {
            // The reconnection is timed: a server that closes connections costs its clients this time.
            Close();
            Open();
        }

        return delivery;
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        Close();
        return ValueTask.CompletedTask;
    }

    private static StrategyDescriptor Describe(string id, string mechanism, UploadForm form) =>
        StrategyDescriptor.For(id, StrategyFamily.Http, mechanism, options => new HttpSendFile(options, form)) with
        {
            SystemCalls = ["sendfile"],
            TakesWait = true,
            // No TLS: Socket.SendFile would need encryption by the kernel, which .NET cannot enable.
            Transports = [Transport.Http, Transport.HttpDefault],
        };

    private void Open()
    {
        _address ??= new HttpAddress(options, Endpoint);
        _socket = _address.Open();
        _reader = new HttpResponseReader(Receive);
        _waiter = new Waiter(options.Wait, _socket);
    }

    private void Close()
    {
        _socket?.Dispose();
        _socket = null;
    }

    private byte[] Head(Payload payload)
    {
        if (!ReferenceEquals(payload, _payload))
        {
            Uri resource = Endpoint.Resource(HttpResources.Upload);
            string type = Endpoint.Target?.Names("Content-Type") == true ? "" : $"Content-Type: {_body.ContentType}\r\n";
            string authorization = options.Token is { } token ? $"Authorization: {TokenHandler.Scheme} {token}\r\n" : "";
            string more = Endpoint.Target?.HeaderLines() ?? "";
            byte[] request = Encoding.ASCII.GetBytes(string.Create(
                CultureInfo.InvariantCulture,
                $"{_body.Method} {resource.PathAndQuery} HTTP/1.1\r\nHost: {resource.Authority}\r\n{type}"
                + $"Content-Length: {_body.LengthWith(payload)}\r\n{authorization}{more}\r\n"));
            _head = [.. request, .. _body.Head(payload)];
            _payload = payload;
        }

        return _head;
    }

    private UploadAnswer Answer(int status, ReadOnlySpan<byte> body, Payload payload) =>
        Endpoint.Target is { } target ? ForeignAnswer.Read(target, status, body, payload)
        : status == (int)HttpStatusCode.OK ? UploadAnswer.Read(body)
        : throw UploadAnswer.Refused(status, body);

    private int Receive(ArraySegment<byte> buffer)
    {
        while (true)
        {
            // Check before every receive, not only after a timeout: a server may answer a byte at a time.
            ThrowIfLate();
            _waiter!.Poll();
            int count = _socket!.Receive(buffer, SocketFlags.None, out SocketError error);
            switch (error)
            {
                case SocketError.Success:
                    return count;
                case SocketError.TimedOut or SocketError.WouldBlock:
                    // After a truncated file the server waits for bytes that never arrive: .NET reports the bytes that sendfile(2) could
                    // not send as sent.
                    PayloadChange.ThrowIfChanged(_payload!);
                    break;
                default:
                    throw ConnectionFailure.Explain(_socket, options.Timeout, "waiting for the answer", new SocketException((int)error));
            }
        }
    }

    private void ThrowIfLate()
    {
        TimeSpan waited = Stopwatch.GetElapsedTime(_sendReturned);
        if (waited >= options.Timeout)
        {
            throw new TransferException(
                TransferErrorKind.TimedOut,
                $"no complete answer to an upload of {_payload!.Length} bytes within "
                + $"{waited.TotalSeconds:0} s: the server is stuck, or waits for bytes that were not sent");
        }
    }

    /// <summary>The answer of a server that refused the request while it was still being sent, or null.</summary>
    private TransferException? Refusal(Payload payload)
    {
        _payload = payload;
        _sendReturned = Stopwatch.GetTimestamp();
        try
        {
            if (_socket!.Available > 0)
            {
                ReadOnlySpan<byte> body = _reader!.Read();
                return Endpoint.Target is { } target
                    ? ForeignAnswer.Refused(target, _reader.Status, body)
                    : UploadAnswer.Refused(_reader.Status, body);
            }
        }
        catch (Exception exception) when (exception is SocketException or TransferException or ObjectDisposedException)
        {
            // The server has sent no readable answer.
        }

        return null;
    }
}
