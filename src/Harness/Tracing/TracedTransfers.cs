using System.Globalization;
using System.Net;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Harness.Tracing;

/// <summary>What the transfers of one traced <c>send</c> asked of the kernel, from the first connection on.</summary>
/// <remarks>Before that the harness reads the payload itself, to know its checksum and to have it in the page cache.</remarks>
internal sealed class TracedTransfers
{
    /// <summary>Every call that could move bytes, make a connection, or prepare for either, as strace -e trace= takes it.</summary>
    public const string Watched =
        "open,openat,connect,read,pread64,readv,preadv,preadv2,write,writev,pwrite64,sendto,sendmsg,sendmmsg,sendfile,"
        + "splice,tee,vmsplice,copy_file_range,recvfrom,recvmsg,recvmmsg,fcntl,io_uring_enter,io_uring_register";

    private const int HeaderSize = 8;

    /// <summary>Longer than any head of a request or of a form; what moves more than that moves payload.</summary>
    private const int LongestHead = 4096;

    private const int AcknowledgementSize = 16;
    private const string Resize = "fcntl";
    private const string Registration = "io_uring_register";

    private static readonly string[] s_receives = ["read", "readv", "recvfrom", "recvmsg", "recvmmsg"];

    /// <param name="calls">All calls of the process, in order.</param>
    /// <param name="payload">Path of the payload.</param>
    /// <param name="endpoints">The receivers it could connect to: host:port, or the path of a FIFO.</param>
    public TracedTransfers(IEnumerable<SystemCall> calls, string payload, IReadOnlyList<string> endpoints)
    {
        SystemCall[] transferring = [.. calls.SkipWhile(call => !endpoints.Any(endpoint => Opens(call, endpoint)))];
        Resizes = [.. transferring.Where(call => call.Name == Resize && call.Arguments.Contains("F_SETPIPE_SZ", StringComparison.Ordinal))];
        Registrations = [.. transferring.Where(call => call.Name == Registration && call.Result >= 0)];
        transferring = [.. transferring.Where(call => call.Name is not (Resize or Registration))];
        // Who asks by a read that may not wait whether a byte is in memory moves none.
        Sources = [.. transferring
            .Where(call => !call.Arguments.Contains("RWF_NOWAIT", StringComparison.Ordinal))
            .Where(call => call.Moved > 0 && call.Descriptors.Count > 0 && call.Descriptors[SourceOf(call)] == payload)];
        Sends = [.. transferring
            .Where(call => call.Moved > 0 && !s_receives.Contains(call.Name) && endpoints.Any(endpoint => LeadsTo(call, endpoint)))];
        Pipes = [.. transferring.Where(
            call => call.Moved > 0 && call.Descriptors.Any(descriptor => descriptor.StartsWith("pipe:[", StringComparison.Ordinal)))];
        Enters = [.. transferring.Where(call => call.Name == "io_uring_enter" && call.Moved > 0)];
        Receives = [.. transferring.Where(call => s_receives.Contains(call.Name) && endpoints.Any(endpoint => ComesFrom(call, endpoint)))];
    }

    /// <summary>Calls that took bytes of the payload from its descriptor.</summary>
    public IReadOnlyList<SystemCall> Sources { get; }

    /// <summary>Calls that put bytes into the connection.</summary>
    public IReadOnlyList<SystemCall> Sends { get; }

    /// <summary>Calls that moved bytes into or out of a pipe without a name.</summary>
    public IReadOnlyList<SystemCall> Pipes { get; }

    /// <summary>Calls that had requests to io_uring done; what they move cannot be seen.</summary>
    public IReadOnlyList<SystemCall> Enters { get; }

    /// <summary>Calls that asked for another capacity of a pipe, and return what it got.</summary>
    public IReadOnlyList<SystemCall> Resizes { get; }

    /// <summary>Calls that made memory or files known to io_uring beforehand.</summary>
    public IReadOnlyList<SystemCall> Registrations { get; }

    /// <summary>Calls that waited for an acknowledgement, or looked for one.</summary>
    public IReadOnlyList<SystemCall> Receives { get; }

    /// <summary>Number of transfers: as many acknowledgements came back.</summary>
    public long Count => Receives.Where(call => !call.Arguments.Contains("MSG_ERRQUEUE", StringComparison.Ordinal)).Sum(call => call.Moved)
        / AcknowledgementSize;

    /// <summary>Calls that moved the payload: those that took from it, and those that sent more than a header.</summary>
    public IReadOnlyList<string> Movers =>
        [.. Sources.Concat(Sends.Where(call => call.Moved > HeaderSize))
            .Concat(Enters)
            .Select(call => call.Name)
            .Distinct()
            .Order(StringComparer.Ordinal)];

    /// <summary>
    /// Calls that moved the payload over any transport: those of <see cref="Movers"/> over frames; over HTTP and TLS those that moved more
    /// than a head; of a fetch those that received.
    /// </summary>
    public IReadOnlyList<SystemCall> MovingOver(string transport, bool isFetch)
    {
        int head = Transport.IsHttp(transport) || transport == Transport.Tls ? LongestHead : HeaderSize;
        return isFetch
            ? [.. Receives.Where(call => call.Moved > 0)]
            : [.. Sources.Concat(Sends.Concat(Pipes).Where(call => call.Moved > head)).Concat(Enters).Distinct()];
    }

    /// <summary>The receivers that a sender connects to over a transport, as the constructor takes them.</summary>
    public static IReadOnlyList<string> EndpointsOf(ServerReady ready, string transport)
    {
        string kind = Transport.ReceiverKind(transport);
        // One HTTP receiver does both.
        return Transport.IsHttp(transport)
            ? [new Uri(ready.Endpoints[kind]).Authority]
            : Transport.HasVerifyingReceiver(transport)
                ? [ready.Endpoints[kind], ready.Endpoints[$"{kind}-verify"]]
                : [ready.Endpoints[kind]];
    }

    /// <summary>All of it, to be read when a test fails.</summary>
    public override string ToString() => string.Join('\n', Sources.Concat(Sends).Concat(Enters).Distinct().Take(40));

    /// <summary>Only splice(2), sendfile(2) and copies name two descriptors: sendfile its target first, the others their source.</summary>
    private static int SourceOf(SystemCall call) => call.Name == "sendfile" ? 1 : 0;

    private static bool LeadsTo(SystemCall call, string endpoint) =>
        call.Descriptors.Count > 0 && IsOf(call.Descriptors[call.Name is "splice" or "tee" ? ^1 : 0], endpoint);

    private static bool ComesFrom(SystemCall call, string endpoint) =>
        call.Descriptors.Count > 0 && (IsOf(call.Descriptors[0], endpoint) || IsAcknowledgementsOf(call.Descriptors[0], endpoint));

    private static bool IsAcknowledgementsOf(string descriptor, string endpoint) =>
        descriptor.StartsWith(endpoint + ".", StringComparison.Ordinal) && descriptor.EndsWith(".ack", StringComparison.Ordinal);

    /// <summary>The end of a connection that is ours, or the FIFO itself.</summary>
    private static bool IsOf(string descriptor, string endpoint) =>
        descriptor == endpoint || descriptor.EndsWith($"->{endpoint}]", StringComparison.Ordinal);

    private static bool Opens(SystemCall call, string endpoint) => IPEndPoint.TryParse(endpoint, out IPEndPoint? address)
        ? call.Name == "connect"
            && call.Arguments.Contains(string.Create(CultureInfo.InvariantCulture, $"htons({address.Port})"), StringComparison.Ordinal)
        : call.Name is "open" or "openat" && call.Arguments.Contains($"\"{endpoint}\"", StringComparison.Ordinal);
}
