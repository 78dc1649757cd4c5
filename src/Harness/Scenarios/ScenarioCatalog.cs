using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Units;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Harness.Scenarios;

/// <summary>The list of all scenarios. A new scenario needs one entry here.</summary>
internal static class ScenarioCatalog
{
    /// <summary>All scenarios, the default first.</summary>
    public static IReadOnlyList<Scenario> All { get; } =
    [
        new Scenario
        {
            Name = "socket",
            Description = "Socket.SendFile against a Read/Write loop over one reused socket, as an article of 2009 compared them",
            Strategies = ["read-write-1k", "read-write-64k", "begin-send", "send-file"],
            Baseline = "read-write-1k",
            Sizes = [new ByteSize(1L << 10), new ByteSize(10L << 10), new ByteSize(100L << 10), new ByteSize(1L << 20)],
            DefaultTransports = [Transport.Tcp],
        },
        new Scenario
        {
            Name = "pipe",
            Description =
                "splice(2) against a copying loop from a file into a pipe that a reader drains, as a Go library's benchmark compared them",
            Strategies = ["pipe-copy", "pipe-copy-128k", "pipe-splice", "pipe-splice-1m", "pipe-vmsplice-mapped"],
            Baseline = "pipe-copy",
            Contenders = ["pipe-splice", "pipe-splice-1m"],
            Sizes =
            [
                new ByteSize(
                    16L << 10), new ByteSize(32L << 10), new ByteSize(64L << 10), new ByteSize(128L << 10), new ByteSize(256L << 10),
                new ByteSize(512L << 10), new ByteSize(1L << 20), new ByteSize(10L << 20), new ByteSize(100L << 20), new ByteSize(1L << 30),
            ],
            DefaultTransports = [Transport.Pipe],
        },
        new Scenario
        {
            Name = "http-upload",
            Description = "One file as multipart/form-data, sent in the ways that a Go library's benchmark compared and in further ways",
            Strategies = ["http-multipart-*", "http-put-*"],
            Baseline = "http-multipart-os-pipe",
            Sizes =
            [
                new ByteSize(1L << 10),
                new ByteSize(10L << 10),
                new ByteSize(100L << 10),
                new ByteSize(1L << 20),
                new ByteSize(10L << 20),
                new ByteSize(100L << 20),
            ],
            DefaultTransports = [Transport.Http],
        },
        new Scenario
        {
            Name = "http-versions",
            Description = "HTTP/1.1 against HTTP/2, plain and over TLS: requests without a body, with a body, with a body and 100 headers; "
                + "1, 2 and 32 in flight",
            Strategies = ["http-none-*", "http-body-*", "http-headers-*"],
            Baseline = "http-body-1",
            // An empty body, and the numbers 0 to 9999 as the original benchmark printed them.
            Sizes = [new ByteSize(0), new ByteSize(38_890)],
            Content = PayloadContent.Numbers,
            DefaultTransports = [Transport.Http, Transport.Http2, Transport.Https, Transport.Https2],
        },
        new Scenario
        {
            Name = "tls",
            Description = "Cost of encryption: the same loops over TCP and over TLS, beside Socket.SendFile, which cannot encrypt",
            Strategies = ["read-write-64k", "send-file", "copy-to-async", "tls-read-write-64k", "tls-copy-to-async"],
            Baseline = "read-write-64k",
            Sizes =
            [
                new ByteSize(1L << 10),
                new ByteSize(10L << 10),
                new ByteSize(100L << 10),
                new ByteSize(1L << 20),
                new ByteSize(10L << 20),
                new ByteSize(100L << 20),
            ],
            DefaultTransports = [Transport.Tcp, Transport.Tls],
        },
        new Scenario
        {
            Name = "rpc",
            Description = "Cost of a message with one large field for the client, by how it reads the response: Twirp and gRPC, plain and "
                + "compressed, in one message and streamed",
            Strategies = ["rpc-*"],
            Baseline = "rpc-read-all",
            Sizes = [new ByteSize(300L << 10), new ByteSize(1L << 20), new ByteSize(10L << 20), new ByteSize(100L << 20)],
            DefaultTransports = [Transport.Http, Transport.Http2],
        },
        new Scenario
        {
            Name = "download",
            Description = "Ways for a server to send a file to a client that discards it: on Kestrel as programs do it, beneath Kestrel, "
                + "and on sockets alone, over HTTP and framed",
            Strategies =
            [
                "serve-send-file-async",
                "serve-copy",
                "serve-body-writer-4k",
                "serve-body-writer-64k",
                "serve-body-writer-256k",
                "serve-static-files",
                "serve-results-file",
                "serve-kestrel-socket",
                "serve-file-sender",
                "serve-raw-send-file",
                "serve-raw-splice",
                "fetch-file-sender",
                "fetch-raw-send-file",
                "fetch-raw-splice",
            ],
            Baseline = "serve-send-file-async",
            Sizes =
            [
                new ByteSize(1L << 10),
                new ByteSize(10L << 10),
                new ByteSize(100L << 10),
                new ByteSize(1L << 20),
                new ByteSize(10L << 20),
                new ByteSize(100L << 20),
            ],
            DefaultTransports = [Transport.Http, Transport.HttpKestrelSocket, Transport.HttpFileSender, Transport.TcpFetch],
        },
        new Scenario
        {
            Name = "receive",
            Description = "Ways for a receiver to write what arrives into a file: over sockets by a stream, at offsets, within the kernel, "
                + "mapped, past the page cache and by io_uring; over HTTP as a body and as a form",
            Strategies = ["keep-*"],
            Baseline = "keep-file-stream-4k",
            Sizes =
            [
                new ByteSize(1L << 10),
                new ByteSize(10L << 10),
                new ByteSize(100L << 10),
                new ByteSize(1L << 20),
                new ByteSize(10L << 20),
                new ByteSize(100L << 20),
            ],
            DefaultTransports = [Transport.Keep, Transport.Http],
        },
        new Scenario
        {
            Name = "cold",
            Description = "Files that are not in memory: a loop and system calls against ways that keep the disk busy while they send "
                + "(advice, two reads, many reads, O_DIRECT)",
            Strategies =
            [
                "read-write-64k",
                "send-file",
                "native-send-file",
                "splice",
                "adaptive",
                "read-ahead",
                "two-reads",
                "direct-read",
                "io-uring-reads",
                "io-uring-direct",
            ],
            Baseline = "read-write-64k",
            Sizes = [new ByteSize(1L << 20), new ByteSize(10L << 20), new ByteSize(100L << 20)],
            DefaultTransports = [Transport.Tcp],
            Cache = CacheMode.Cold,
        },
        new Scenario
        {
            Name = "network",
            Description = "The leading strategies of sockets, TLS, HTTP/1.1, HTTP/2 and gRPC, to see what a network does to them (--link, "
                + "--server)",
            Strategies = ["adaptive", "send-file", "copy-to-async", "tls-copy-to-async", "http-put-stream", "rpc-grpc-net-stream-64k"],
            Baseline = "copy-to-async",
            Sizes = [new ByteSize(64L << 10), new ByteSize(1L << 20)],
            DefaultTransports = [Transport.Tcp, Transport.Tls, Transport.Http, Transport.Http2],
        },
    ];

    /// <summary>The scenario whose name a run with servers of another make has.</summary>
    public static Scenario Of(bool isDownload) => All.Single(scenario => scenario.Name == (isDownload ? "download" : "http-upload"));

    /// <summary>The scenario that runs by default.</summary>
    public static Scenario Default => All[0];
}
