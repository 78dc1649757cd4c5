using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text.Json;
using FileTransfer.Server.Tests.Processes;
using FileTransfer.Strategies.Downloads;

namespace FileTransfer.Server.Tests.Downloads;

/// <summary>A server process that serves a folder with good and bad things in it, and clients for its receivers.</summary>
public sealed class FilesServer : IAsyncLifetime
{
    public const string Secret = "SECRET: nobody may read this";
    public const int SmallSize = 1000;
    public const int LargeSize = 3_000_000;

    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("filetransfer-served-");
    private readonly Dictionary<string, string> _endpoints = [];
    private RunningServer? _server;
    private Socket? _socket;
    private string _sha256 = "";

    public static IReadOnlyList<string> Ways { get; } = [.. ServingWay.All.Select(way => way.Name)];

    /// <summary>The served folder. A secret lies beside it.</summary>
    public string Folder => Path.Combine(_root.FullName, "served");

    internal RunningServer Server => _server ?? throw new InvalidOperationException("not started");

    /// <summary>The receiver that serves in this way over HTTP/1.1.</summary>
    public static string KindOf(string way) => ServingWay.All.Single(one => one.Name == way).Transports[0];

    public static string PathOf(string way, string name) => ServingWay.All.Single(one => one.Name == way).PathOf(name);

    public async ValueTask InitializeAsync()
    {
        Directory.CreateDirectory(Path.Combine(Folder, "sub"));
        File.WriteAllText(Path.Combine(_root.FullName, "secret.txt"), Secret);
        Write("empty", 0);
        Write("one", 1);
        Write("small.bin", SmallSize);
        Write("large.bin", LargeSize);
        Write("with space & \"ü\".bin", 500);
        Write("a%b.bin", 400);
        Write("no-extension", 300);
        Write(".hidden", 200);
        Write(Path.Combine("sub", "inner.bin"), 100);
        Link("link-in", "small.bin");
        Link("link-out", Path.Combine(_root.FullName, "secret.txt"));
        Link("link-folder", _root.FullName);
        Link("link-nowhere", "nothing");
        if (!OperatingSystem.IsWindows())
        {
            Assert.Equal(0, await RunAsync("mkfifo", Path.Combine(Folder, "fifo")));
            _socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
            _socket.Bind(new UnixDomainSocketEndPoint(Path.Combine(Folder, "socket")));
            // Needs the rights of root: what others cannot make, nobody asks for there.
            _ = await RunAsync("mknod", Path.Combine(Folder, "device"), "c", "1", "5");
        }

        await StartAsync("--files", Folder);
    }

    /// <summary>Content of a file of the folder.</summary>
    public byte[] BytesOf(string name) => File.ReadAllBytes(Path.Combine(Folder, name));

    /// <summary>Makes a file in the folder.</summary>
    public string Write(string name, int size, int seed = 1)
    {
        string path = Path.Combine(Folder, name);
        File.WriteAllBytes(path, Content.Of(size, seed));
        return path;
    }

    /// <summary>A connection to a receiver.</summary>
    public Socket Connect(string kind, int? receiveBuffer = null)
    {
        string endpoint = _endpoints[kind];
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { ReceiveTimeout = (int)ServerCommand.Limit.TotalMilliseconds };
        socket.ReceiveBufferSize = receiveBuffer ?? socket.ReceiveBufferSize;
        socket.Connect(IPEndPoint.Parse(endpoint[(endpoint.LastIndexOf('/') + 1)..]));
        return socket;
    }

    /// <summary>URL of a receiver.</summary>
    public string UrlOf(string kind) => _endpoints[kind];

    /// <summary>Sends bytes as they are, and returns the response; the request must ask for the connection to be closed.</summary>
    public RawResponse Raw(string kind, string request)
    {
        using Socket socket = Connect(kind);
        socket.Send(System.Text.Encoding.Latin1.GetBytes(request));
        return RawResponse.ReadToEnd(socket);
    }

    /// <summary>A GET for a target as it stands.</summary>
    public RawResponse Get(string way, string target, string headers = "", string method = "GET") =>
        Raw(KindOf(way), $"{method} {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}\r\n");

    /// <summary>A client for a transport, which accepts the certificate of this server alone.</summary>
    public HttpClient Client(string transport)
    {
        var handler = new SocketsHttpHandler
        {
            UseProxy = false,
            SslOptions =
            {
                RemoteCertificateValidationCallback = (_, certificate, _, _) =>
                    certificate?.GetCertHashString(HashAlgorithmName.SHA256) == _sha256,
            },
        };
        return new HttpClient(handler)
        {
            BaseAddress = new Uri(_endpoints[transport == "https2" ? "https" : transport]),
            DefaultRequestVersion = transport is "http2" or "https2" ? HttpVersion.Version20 : HttpVersion.Version11,
            DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Timeout = ServerCommand.Limit,
        };
    }

    public async ValueTask DisposeAsync()
    {
        if (_server is not null)
        {
            await _server.DisposeAsync();
        }

        _socket?.Dispose();
        _root.Delete(recursive: true);
    }

    private async Task StartAsync(params string[] arguments)
    {
        _server = await RunningServer.StartAsync(arguments);
        using JsonDocument ready = JsonDocument.Parse(_server.ReadyLine);
        _sha256 = ready.RootElement.GetProperty("certificateSha256").GetString()!;
        foreach (JsonProperty endpoint in ready.RootElement.GetProperty("endpoints").EnumerateObject())
        {
            _endpoints[endpoint.Name] = endpoint.Value.GetString()!;
        }
    }

    private void Link(string name, string target) => File.CreateSymbolicLink(Path.Combine(Folder, name), target);

    internal static async Task<int> RunAsync(string program, params string[] arguments)
    {
        using Process process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardError = true })!;
        await process.WaitForExitAsync().WaitAsync(ServerCommand.Limit);
        return process.ExitCode;
    }
}
