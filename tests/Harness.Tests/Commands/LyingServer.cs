using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using FileTransfer.Senders.Servers;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>
/// A server that drains like a real one, because a real one is behind it, but acknowledges what it is told to: relays
/// stand before its receivers, and a control endpoint of its own names them.
/// </summary>
internal sealed class LyingServer : IAsyncDisposable
{
    private static readonly string[] s_kinds = ["tcp", "tcp-verify"];

    private readonly ServerProcess _real;
    private readonly Func<string, Acknowledgement, int, RelayedAnswer> _lie;
    private readonly Func<string, long, bool> _isEarly;
    private readonly CancellationTokenSource _disposing = new();
    private readonly HttpClient _http = new();
    private readonly List<TcpListener> _listeners = [];
    private readonly List<Task> _tasks = [];

    private LyingServer(
        ServerProcess real,
        Func<string, Acknowledgement, int, RelayedAnswer> lie,
        Func<string, long, bool> isEarly)
    {
        _real = real;
        _lie = lie;
        _isEarly = isEarly;
        TcpListener control = Listen();
        Control = $"http://{control.LocalEndpoint}";
        Dictionary<string, TcpListener> endpoints = s_kinds.ToDictionary(kind => kind, _ => Listen());
        string ready = JsonSerializer.Serialize(
            new ServerReady(
                Ready: true,
                Control,
                endpoints.ToDictionary(endpoint => endpoint.Key, endpoint => endpoint.Value.LocalEndpoint.ToString()!)),
            ServerJson.Default.ServerReady);
        _tasks.Add(AcceptAsync(control, client => AnswerAsync(client, ready)));
        _tasks.AddRange(endpoints.Select(endpoint => AcceptAsync(endpoint.Value, client => RelayAsync(endpoint.Key, client))));
    }

    /// <summary>Control address, for <c>--server</c>.</summary>
    public string Control { get; }

    /// <summary>Starts the real server and what stands before it.</summary>
    /// <param name="lie">What to acknowledge, given the receiver's kind and the real server's acknowledgement.</param>
    public static Task<LyingServer> StartAsync(Func<string, Acknowledgement, Acknowledgement> lie) =>
        StartAsync((kind, real, _) => RelayedAnswer.Of(lie(kind, real)), (_, _) => false);

    /// <summary>Starts the real server and what stands before it.</summary>
    /// <param name="lie">
    /// What to answer, given the receiver's kind, the real server's acknowledgement and its number on its connection, from 1.
    /// </param>
    /// <param name="isEarly">
    /// Whether frames of a length are acknowledged as soon as their header is there, in the real server's place.
    /// </param>
    public static async Task<LyingServer> StartAsync(
        Func<string, Acknowledgement, int, RelayedAnswer> lie,
        Func<string, long, bool> isEarly) =>
        new(await ServerProcess.StartAsync([], TestContext.Current.CancellationToken), lie, isEarly);

    public async ValueTask DisposeAsync()
    {
        await _disposing.CancelAsync();
        await Task.WhenAll(_tasks);
        _listeners.ForEach(listener => listener.Dispose());
        _http.Dispose();
        _disposing.Dispose();
        await _real.DisposeAsync();
    }

    private TcpListener Listen()
    {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        _listeners.Add(listener);
        return listener;
    }

    /// <summary>Serves every connection until disposal, and ends when all of them have ended.</summary>
    private async Task AcceptAsync(TcpListener listener, Func<TcpClient, Task> serve)
    {
        List<Task> connections = [];
        try
        {
            while (true)
            {
                connections.Add(ServeAsync(await listener.AcceptTcpClientAsync(_disposing.Token), serve));
            }
        }
        catch (OperationCanceledException)
        {
            await Task.WhenAll(connections);
        }
    }

    private static async Task ServeAsync(TcpClient client, Func<TcpClient, Task> serve)
    {
        using (client)
        {
            try
            {
                await serve(client);
            }
            catch (Exception exception) when (exception is IOException or SocketException or OperationCanceledException
                or ObjectDisposedException)
            {
                // The sender closed, or was closed to, or the test is over.
            }
        }
    }

    /// <summary>One question per connection: where the receivers are is answered here, all else by the real server.</summary>
    private async Task AnswerAsync(TcpClient client, string ready)
    {
        NetworkStream stream = client.GetStream();
        using var reader = new StreamReader(stream);
        string path = (await reader.ReadLineAsync(_disposing.Token))?.Split(' ')[1] ?? throw new IOException("closed without a question");
        while (await reader.ReadLineAsync(_disposing.Token) is { Length: > 0 })
        {
        }

        string json = path == "/endpoints" ? ready : await _http.GetStringAsync(new Uri(_real.Control, path), _disposing.Token);
        string answer = string.Create(
            CultureInfo.InvariantCulture,
            $"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
            + $"{Encoding.UTF8.GetByteCount(json)}\r\nConnection: close\r\n\r\n{json}");
        await stream.WriteAsync(Encoding.UTF8.GetBytes(answer), _disposing.Token);
    }

    private async Task RelayAsync(string kind, TcpClient client)
    {
        using var real = new TcpClient { NoDelay = true };
        client.NoDelay = true;
        await real.ConnectAsync(IPEndPoint.Parse(_real.Ready.Endpoints[kind]), _disposing.Token);
        NetworkStream toReal = real.GetStream();
        NetworkStream toSender = client.GetStream();
        Task frames = ForwardAsync();
        byte[] bytes = new byte[Acknowledgement.Size];
        for (int number = 1; await toReal.ReadAtLeastAsync(bytes, bytes.Length, false, _disposing.Token) == bytes.Length; number++)
        {
            var acknowledgement = Acknowledgement.Read(bytes);
            if (_isEarly(kind, acknowledgement.Status))
            {
                continue;
            }

            RelayedAnswer answer = _lie(kind, acknowledgement, number);
            await toSender.WriteAsync(answer.Bytes, _disposing.Token);
            if (answer.Ends)
            {
                client.LingerState = new LingerOption(answer.Resets, 0);
                client.Close();
                break;
            }
        }

        await frames;

        async Task ForwardAsync()
        {
            byte[] header = new byte[FrameHeader.Size];
            byte[] payload = new byte[1 << 16];
            while (await toSender.ReadAtLeastAsync(header, header.Length, throwOnEndOfStream: false, _disposing.Token) == header.Length)
            {
                long left = FrameHeader.Read(header);
                if (_isEarly(kind, left))
                {
                    await toSender.WriteAsync(RelayedAnswer.Of(new Acknowledgement(left, 0)).Bytes, _disposing.Token);
                }

                await toReal.WriteAsync(header, _disposing.Token);
                while (left > 0)
                {
                    int count = await toSender.ReadAsync(payload.AsMemory(0, (int)Math.Min(left, payload.Length)), _disposing.Token);
                    if (count == 0)
                    {
                        break;
                    }

                    await toReal.WriteAsync(payload.AsMemory(0, count), _disposing.Token);
                    left -= count;
                }
            }

            real.Client.Shutdown(SocketShutdown.Send);
        }
    }
}
