using System.Net;
using System.Net.Sockets;
using FileTransfer.Links;
using FileTransfer.Results;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Processes;

namespace FileTransfer.Lab.LinkProof;

/// <summary>A link with both ends in this process, so that one clock measures both. Needs root.</summary>
internal sealed class ProvedLink : IDisposable
{
    /// <summary>Length of the headers of IP and UDP, in bytes.</summary>
    public const int Headers = 28;

    private const int Port = 7;
    private const int Buffer = 1 << 24;
    private static readonly TimeSpan s_silence = TimeSpan.FromSeconds(2);

    private readonly NetworkNamespace _sender;
    private readonly NetworkNamespace _receiver;
    private readonly LinkClient _client;

    private ProvedLink(LinkReady ready)
    {
        Mechanism = ready.Mechanism;
        _sender = NetworkNamespace.Join(ready.SenderNamespace);
        _receiver = NetworkNamespace.Join(ready.ReceiverNamespace);
        _client = _sender.Run(() => LinkClient.Connect(ready));
    }

    /// <summary>What makes it, in words.</summary>
    public string Mechanism { get; }

    /// <summary>Makes a link; its process ends when this object is disposed of.</summary>
    /// <exception cref="UsageException">This process may not.</exception>
    public static ProvedLink Make(string specification)
    {
        if (!OperatingSystem.IsLinux() || !Environment.IsPrivilegedProcess)
        {
            throw new UsageException("the proof of the link enters network namespaces, which needs Linux and root");
        }

        (LinkReady? ready, int exitCode) = LinkProcess.Start(ThisProgram.File.Command, LinkSpec.Parse(specification));
        return ready is null
            ? throw new UsageException($"the link {specification} could not be made; its process ended with {exitCode}")
            : new ProvedLink(ready);
    }

    /// <summary>A socket for datagrams at either end, connected to the other.</summary>
    public Socket Datagrams(bool isAtSender)
    {
        (string own, string other) = isAtSender
            ? (LinkReady.SenderAddress, LinkReady.ReceiverAddress)
            : (LinkReady.ReceiverAddress, LinkReady.SenderAddress);
        Socket socket = (isAtSender ? _sender : _receiver).Run(
            () => new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp));
        socket.ReceiveBufferSize = Buffer;
        socket.SendBufferSize = Buffer;
        socket.ReceiveTimeout = (int)s_silence.TotalMilliseconds;
        socket.Bind(new IPEndPoint(IPAddress.Parse(own), Port));
        socket.Connect(new IPEndPoint(IPAddress.Parse(other), Port));
        return socket;
    }

    /// <summary>A socket for TCP at either end.</summary>
    public Socket Stream(bool isAtSender) => (isAtSender ? _sender : _receiver).Run(
        () => new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp));

    /// <summary>Begins to count.</summary>
    public void Mark() => _client.Mark();

    /// <summary>What the link has done since <see cref="Mark"/>.</summary>
    public LinkUse Use() => _client.Use();

    /// <summary>Numbers of the first packets that each direction lost by chance.</summary>
    public (long[] ToReceiver, long[] ToSender) Lost() => _client.Lost();

    /// <inheritdoc/>
    public void Dispose()
    {
        _client.Dispose();
        _sender.Dispose();
        _receiver.Dispose();
    }
}
