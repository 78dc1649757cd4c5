using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using FileTransfer.Results;

namespace FileTransfer.Links;

/// <summary>A user of a link: asks its process for counts, and notices when that dies. The link lives as long as it has users.</summary>
internal sealed class LinkClient : IDisposable
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(30);

    private readonly Socket _socket;
    private readonly NetworkStream _stream;
    private readonly StreamReader _reader;
    private readonly StreamWriter _writer;

    private LinkClient(Socket socket)
    {
        _socket = socket;
        _stream = new NetworkStream(socket, ownsSocket: true);
        _reader = new StreamReader(_stream);
        _writer = new StreamWriter(_stream) { AutoFlush = true };
    }

    /// <summary>Connects from within the sender's namespace.</summary>
    /// <exception cref="IOException">The link's process has ended.</exception>
    public static LinkClient Connect(LinkReady link)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)
        {
            ReceiveTimeout = (int)s_limit.TotalMilliseconds,
            SendTimeout = (int)s_limit.TotalMilliseconds,
        };
        try
        {
            socket.Connect(IPAddress.Loopback, link.Port);
            return new LinkClient(socket);
        }
        catch (SocketException)
        {
            socket.Dispose();
            throw new IOException(Died(link));
        }
    }

    /// <summary>What is said about a link whose process has ended.</summary>
    public static string Died(LinkReady link) =>
        $"the process of the simulated link (id {link.ProcessId}) has ended: nothing that is under way can be delivered; "
        + "start the run anew";

    /// <summary>Begins to count.</summary>
    public void Mark() => Ask("mark");

    /// <summary>What the link has done since <see cref="Mark"/>.</summary>
    public LinkUse Use() => JsonSerializer.Deserialize(Ask("use"), LinkJson.Default.LinkUse)!;

    /// <summary>Numbers of the first packets that each direction has lost by chance since the link was made.</summary>
    public (long[] ToReceiver, long[] ToSender) Lost()
    {
        long[] toReceiver = JsonSerializer.Deserialize(Ask("lost"), LinkJson.Default.Int64Array)!;
        return (toReceiver, JsonSerializer.Deserialize(Line(), LinkJson.Default.Int64Array)!);
    }

    /// <summary>Waits until the link's process has ended; ask nothing meanwhile.</summary>
    public async Task WaitUntilDeadAsync()
    {
        try
        {
            _ = await _stream.ReadAsync(new byte[1]);
        }
        catch (IOException)
        {
            // Reset instead of closed: it is just as dead.
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _reader.Dispose();
        _writer.Dispose();
        _stream.Dispose();
        _socket.Dispose();
    }

    private string Ask(string command)
    {
        _writer.WriteLine(command);
        return Line();
    }

    private string Line() => _reader.ReadLine() ?? throw new IOException("the process of the simulated link has ended; start the run anew");
}
