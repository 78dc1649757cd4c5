using System.Net;
using FileTransfer.Sending;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Contracts;

/// <summary>Settings of the server.</summary>
internal sealed record ServerOptions
{
    /// <summary>True when nobody but the parent process can reach this server, whatever it listens on.</summary>
    /// <remarks>It then warns of no missing authentication.</remarks>
    public bool IsAlone { get; init; }

    /// <summary>Address to listen on.</summary>
    /// <remarks>Loopback by default: the server accepts data from every client that can connect.</remarks>
    public IPAddress Address { get; init; } = IPAddress.Loopback;

    /// <summary>Port of the control endpoint; the receivers use the ports after it. 0 selects free ports.</summary>
    public int Port { get; init; }

    /// <summary>TCP congestion control of the receivers, or null for the system's default.</summary>
    public string? CongestionControl { get; init; }

    /// <summary>Processor to pin the whole server to, or null.</summary>
    public int? Cpu { get; init; }

    /// <summary>How the receivers of frames wait for bytes. Kestrel, which receives HTTP, waits in its own asynchronous way.</summary>
    /// <remarks>Blocks by default.</remarks>
    public Wait Wait { get; init; }

    /// <summary>Most bytes that a receiver of frames asks for at once.</summary>
    /// <remarks>
    /// 1 MiB by default: 10 MB and more drain 3 to 6 % sooner than with 256 KiB, in the native program as
    /// well, by fewer and larger receives.
    /// </remarks>
    public int BufferSize { get; init; } = 1 << 20;

    /// <summary>Receive buffer of the sockets of receivers of frames, in bytes (SO_RCVBUF); null to leave it to the kernel.</summary>
    public int? SocketBuffer { get; init; }

    /// <summary>Bytes from the beginning of a page at which buffers begin; null for the usual ones.</summary>
    public int? BufferOffset { get; init; }

    /// <summary>Longest frame accepted, in bytes.</summary>
    /// <remarks>1 TiB by default.</remarks>
    public long MaximumLength { get; init; } = 1L << 40;

    /// <summary>Bytes of all messages for RPC clients that exist at once; what has no room is refused.</summary>
    /// <remarks>512 MiB by default: several of the longest messages that are measured, plain and compressed.</remarks>
    public long MaximumMessages { get; init; } = 512L << 20;

    /// <summary>Folder whose files are served, or the only file that is; null to serve none.</summary>
    public string? Files { get; init; }

    /// <summary>Folder into which received files are written where a sender asks for it; null to write none.</summary>
    public string? StoreIn { get; init; }

    /// <summary>Longest time without data before a connection is closed.</summary>
    /// <remarks>5 minutes by default.</remarks>
    public TimeSpan IdleTimeout { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>Fewest bytes per second of a frame under way, on average over <see cref="RateWindow"/>; 0 for any.</summary>
    /// <remarks>100 by default: a sender that gives less holds a thread and a buffer for next to nothing.</remarks>
    public long MinimumRate { get; init; } = 100;

    /// <summary>Longest time that one frame may take.</summary>
    /// <remarks>6 hours by default: the longest frame that is accepted, 1 TiB, at 50 MB/s.</remarks>
    public TimeSpan FrameTimeout { get; init; } = TimeSpan.FromHours(6);

    /// <summary>Longest time for a TLS handshake, the head of an HTTP request, or the token.</summary>
    /// <remarks>10 seconds by default.</remarks>
    public TimeSpan HandshakeTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Most connections that a receiver holds at once; what comes beyond them is refused.</summary>
    /// <remarks>16,384 by default; one that is idle costs a descriptor and a few kilobytes.</remarks>
    public int MaximumConnections { get; init; } = 16_384;

    /// <summary>
    /// Most connections that a receiver serves at the same time, each on a thread with a buffer; others wait their turn.
    /// </summary>
    /// <remarks>1,024 by default.</remarks>
    public int MaximumWorkers { get; init; } = 1024;

    /// <summary>Kinds of the receivers to start, such as <c>tcp</c> and <c>tcp-verify</c>; null for all.</summary>
    public IReadOnlyList<string>? Receivers { get; init; }

    /// <summary>What a peer has to present before anything else; null when there is nothing to present.</summary>
    public AccessToken? Token { get; init; }

    /// <summary>Address of the control endpoint.</summary>
    /// <remarks>Loopback by default, wherever the receivers listen: it tells about the machine.</remarks>
    public IPAddress ControlAddress { get; init; } = IPAddress.Loopback;

    /// <summary>True to write one line for each connection that ended otherwise than by an end of stream between frames.</summary>
    /// <remarks>On by default. Faults of the server itself are written in any case.</remarks>
    public bool LogsEvents { get; init; } = true;

    /// <summary>Longest time for transfers under way to finish when the server is told to stop.</summary>
    /// <remarks>5 seconds by default.</remarks>
    public TimeSpan Grace { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Time over which <see cref="MinimumRate"/> is an average.</summary>
    /// <remarks>30 seconds by default; only tests set less.</remarks>
    internal TimeSpan RateWindow { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Time without bytes after which a connection gives its thread and buffer away until bytes come.</summary>
    /// <remarks>1 second by default; only tests set less.</remarks>
    internal TimeSpan ParkAfter { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Decides for a frame of a given length whether its checksum is computed although the sender did not request it.</summary>
    /// <remarks>At random by default; only tests set another rule.</remarks>
    internal Func<long, bool> IsCheckDue { get; init; } = new SpotCheck().IsDue;

    /// <summary>Writer for errors of the server itself, one line each.</summary>
    /// <remarks>Standard error by default; only tests set another.</remarks>
    internal TextWriter Errors { get; init; } = Console.Error;

    /// <summary>Longest wait of a stopping receiver for connections that it has told to end, before it closes them.</summary>
    /// <remarks>2 seconds by default; only tests set less.</remarks>
    internal TimeSpan StopLimit { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>True when the receiver of a kind is to be started.</summary>
    public bool Has(string kind) => Receivers?.Contains(kind) ?? true;
}
