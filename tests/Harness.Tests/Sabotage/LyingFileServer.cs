using System.Collections.Immutable;
using System.Globalization;
using System.IO.Compression;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Harness.Tests.Sabotage;

/// <summary>
/// A server that serves one file over HTTP/1.1, honestly over its first connection and with a lie over every later one, and counts
/// what it serves; it shares no code with the real one.
/// </summary>
internal sealed class LyingFileServer : IAsyncDisposable
{
    private const string Kind = "http";

    private readonly TcpListener _control = new(IPAddress.Loopback, 0);
    private readonly TcpListener _files = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _disposing = new();
    private readonly byte[] _content;
    private readonly FileLie _lie;
    private readonly Task _tasks;
    private long _served;
    private int _connections;
    private int _questions;

    public LyingFileServer(byte[] content, FileLie lie)
    {
        _content = content;
        _lie = lie;
        _control.Start();
        _files.Start();
        _tasks = Task.WhenAll(AcceptAsync(_control, AnswerAsync), AcceptAsync(_files, ServeAsync));
    }

    public Uri Control => new($"http://{_control.LocalEndpoint}");

    public async ValueTask DisposeAsync()
    {
        await _disposing.CancelAsync();
        await _tasks;
        _control.Dispose();
        _files.Dispose();
        _disposing.Dispose();
    }

    private static async Task<string?> ReadHeadAsync(StreamReader reader, CancellationToken cancellationToken)
    {
        string? first = await reader.ReadLineAsync(cancellationToken);
        while (await reader.ReadLineAsync(cancellationToken) is { Length: > 0 })
        {
        }

        return first?.Split(' ')[1];
    }

    private static byte[] Head(string status, params string[] headers) =>
        Encoding.ASCII.GetBytes($"HTTP/1.1 {status}\r\n{string.Concat(headers.Select(header => $"{header}\r\n"))}\r\n");

    private static string Length(long length) => string.Create(CultureInfo.InvariantCulture, $"Content-Length: {length}");

    private async Task AcceptAsync(TcpListener listener, Func<NetworkStream, Task> serve)
    {
        List<Task> connections = [];
        try
        {
            while (true)
            {
                Socket socket = await listener.AcceptSocketAsync(_disposing.Token);
                socket.NoDelay = true;
                connections.Add(ServeAsync(new NetworkStream(socket, ownsSocket: true), serve));
            }
        }
        catch (OperationCanceledException)
        {
            await Task.WhenAll(connections);
        }
    }

    private static async Task ServeAsync(NetworkStream stream, Func<NetworkStream, Task> serve)
    {
        await using (stream)
        {
            try
            {
                await serve(stream);
            }
            catch (Exception exception) when (exception is IOException or SocketException or OperationCanceledException)
            {
                // The client closed, or the test is over.
            }
        }
    }

    private async Task AnswerAsync(NetworkStream stream)
    {
        using var reader = new StreamReader(stream);
        while (await ReadHeadAsync(reader, _disposing.Token) is { } path)
        {
            byte[] json = path.Split('?')[0] switch
            {
                "/endpoints" => Json(
                    new ServerReady(
                        Ready: true,
                        Control.ToString(),
                        ImmutableDictionary<string, string>.Empty.Add(Kind, $"http://{_files.LocalEndpoint}")),
                    ServerJson.Default.ServerReady),
                "/checks" => Json(new ReceiverChecks(Counted, []), ServerJson.Default.ReceiverChecks),
                _ => Json(Stats(), ServerJson.Default.ServerStats),
            };
            byte[] head = Head("200 OK", "Content-Type: application/json", Length(json.Length));
            await stream.WriteAsync((byte[])[.. head, .. json], _disposing.Token);
        }
    }

    private static byte[] Json<T>(T value, JsonTypeInfo<T> type) => JsonSerializer.SerializeToUtf8Bytes(value, type);

    private long Counted => _lie switch
    {
        FileLie.CountsMore => Interlocked.Read(ref _served) * 2,
        FileLie.CountsFewer => Interlocked.Read(ref _served) / 2,
        _ => Interlocked.Read(ref _served),
    };

    private ServerStats Stats() => new(
        CpuSeconds: 1,
        AllocatedBytes: 1,
        ImmutableDictionary<string, ReceiverStats>.Empty.Add(
            Kind,
            new ReceiverStats(Counted * _content.Length, Counted, _connections, _connections, ImmutableDictionary<string, long>.Empty)),
        Instance: _lie == FileLie.StartsAgain ? Interlocked.Increment(ref _questions).ToString(CultureInfo.InvariantCulture) : "one");

    private async Task ServeAsync(NetworkStream stream)
    {
        bool isHonest = Interlocked.Increment(ref _connections) == 1;
        using var reader = new StreamReader(stream);
        while (await ReadHeadAsync(reader, _disposing.Token) is { } path)
        {
            if (path == "/")
            {
                await stream.WriteAsync(Head("204 No Content"), _disposing.Token);
                continue;
            }

            Interlocked.Increment(ref _served);
            await stream.WriteAsync(isHonest ? Whole(_content) : Response(), _disposing.Token);
            if (!isHonest && _lie is FileLie.CutShort or FileLie.NoLength)
            {
                return;
            }
        }
    }

    private static byte[] Whole(byte[] content) => [.. Head("200 OK", Length(content.Length)), .. content];

    private byte[] Response()
    {
        byte[] content = _content;
        int half = content.Length / 2;
        string range = string.Create(CultureInfo.InvariantCulture, $"Content-Range: bytes 0-{content.Length - 1}/{content.Length}");
        string first = string.Create(CultureInfo.InvariantCulture, $"Content-Range: bytes 0-{half - 1}/{content.Length}");
        return _lie switch
        {
            FileLie.OtherFile => Whole([.. content.Select(one => (byte)~one)]),
            FileLie.StaleFile => Whole([.. content[..^100], .. content[..100]]),
            FileLie.Zeros => Whole(new byte[content.Length]),
            FileLie.OneBit => Whole([.. content[..^1], (byte)(content[^1] ^ 1)]),
            FileLie.SwappedBlocks => Whole([.. content[1000..2000], .. content[..1000], .. content[2000..]]),
            FileLie.WrongRange => Whole([.. content[100..], .. content[..100]]),
            FileLie.FilledUp => Whole([.. content[..half], .. new byte[content.Length - half]]),
            FileLie.CompressedInSecret => Whole([.. Packed(), .. content[Packed().Length..]]),
            FileLie.Compressed => [.. Head("200 OK", Length(Packed().Length), "Content-Encoding: gzip"), .. Packed()],
            FileLie.PartialWhole => [.. Head("206 Partial Content", Length(content.Length), range), .. content],
            FileLie.PartialHalf => [.. Head("206 Partial Content", Length(half), first), .. content[..half]],
            FileLie.RangeInSecret => [.. Head("200 OK", Length(content.Length), range), .. content],
            FileLie.NotModified => Head("304 Not Modified"),
            FileLie.NoContent => Head("204 No Content"),
            FileLie.Redirect => Head("302 Found", "Location: /", Length(0)),
            FileLie.Shorter => Whole(content[..^1]),
            FileLie.Longer => Whole([.. content, 0]),
            FileLie.OneMore => [.. Whole(content), 0],
            FileLie.CutShort => Whole(content)[..^half],
            FileLie.NoLength => [.. Head("200 OK", "Connection: close"), .. content],
            FileLie.Chunked =>
            [
                .. Head("200 OK", "Transfer-Encoding: chunked"),
                .. Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{content.Length:x}\r\n")),
                .. content,
                .. "\r\n0\r\n\r\n"u8,
            ],
            _ => Whole(content),
        };
    }

    private byte[] Packed()
    {
        var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Fastest, leaveOpen: true))
        {
            gzip.Write(_content.AsSpan(0, _content.Length / 2));
        }

        return packed.ToArray();
    }
}
