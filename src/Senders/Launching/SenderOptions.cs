using System.Net;
using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Tcp;
using FileTransfer.Strategies.Units;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Senders.Launching;

/// <summary>Connection options and CPU affinity of a sender process; the same in every process of a run.</summary>
internal sealed record SenderOptions
{
    /// <summary>Transport by name.</summary>
    public required string Transport { get; init; }

    /// <summary>True to disable Nagle's algorithm (TCP_NODELAY).</summary>
    public required bool NoDelay { get; init; }

    /// <summary>Specification of the simulated link between the ends, or null for none.</summary>
    public string? Link { get; init; }

    /// <summary>TCP congestion control by name, or null for the system's default.</summary>
    public string? CongestionControl { get; init; }

    /// <summary>How the sender waits for acknowledgements.</summary>
    public Wait Wait { get; init; }

    /// <summary>How our receivers wait for bytes, when the server is started with the run.</summary>
    public Wait ReceiverWait { get; init; }

    /// <summary>Most bytes that our receivers ask for at once, when the server is started with the run; null for its default.</summary>
    public ByteSize? ReceiverBuffer { get; init; }

    /// <summary>Receive buffer of our receivers' sockets (SO_RCVBUF); null to let the kernel choose and grow it.</summary>
    public ByteSize? SocketBuffer { get; init; }

    /// <summary>Bytes from the beginning of a page at which buffers of both ends begin; null for the usual ones.</summary>
    public int? BufferOffset { get; init; }

    /// <summary>State of the page cache in which every transfer begins.</summary>
    public CacheMode Cache { get; init; }

    /// <summary>Settings of HttpClient, for strategies over HTTP.</summary>
    public HttpOptions Http { get; init; } = new();

    /// <summary>What is agreed with a server of another make, for strategies with an address of their own.</summary>
    public UrlOptions Url { get; init; } = new();

    /// <summary>What receivers do beside writing the files that they store.</summary>
    public StoringOptions Storing { get; init; } = new();

    /// <summary>Folder in which a server that is started with the run gets one of its own for files; null for the system's.</summary>
    public string? StoreIn { get; init; }

    /// <summary>CPU affinity of sender and receiver.</summary>
    public required CpuAffinity Affinity { get; init; }

    /// <summary>Processor the sender is pinned to, or null.</summary>
    public int? SenderCpu { get; init; }

    /// <summary>Processor the receiver is pinned to, or null.</summary>
    public int? ReceiverCpu { get; init; }

    /// <summary>Options of a connection to a receiver.</summary>
    /// <param name="endpoint">The receiver's address.</param>
    /// <param name="timeout">Longest wait for progress.</param>
    /// <param name="received">Counts the bytes of a fetch, or null.</param>
    public ConnectionOptions ConnectionTo(EndPoint endpoint, TimeSpan timeout, ReceivedBytes? received) => new()
    {
        Endpoint = endpoint,
        NoDelay = NoDelay,
        CongestionControl = CongestionControl,
        Wait = Wait,
        Timeout = timeout,
        Http = Http,
        Storing = Storing,
        Received = received,
    };
}
