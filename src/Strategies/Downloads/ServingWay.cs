using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Downloads;

/// <summary>One way in which a server sends a file; the request's path names it.</summary>
/// <param name="Name">Name in the path and in ids, which begin with "serve-".</param>
/// <param name="Mechanism">The calls that send the file, in a few words.</param>
public sealed record ServingWay(string Name, string Mechanism)
{
    /// <summary>Begins the path of every served file. The name of the way and the name of the file follow.</summary>
    public const string Prefix = "/serve/";

    /// <summary>HttpResponse.SendFileAsync, which Kestrel does by reading a FileStream.</summary>
    public static ServingWay SendFileAsync { get; } = new("send-file-async", "HttpResponse.SendFileAsync(path)");

    /// <summary>Stream.CopyToAsync, with a large buffer.</summary>
    public static ServingWay Copy { get; } = new("copy", "FileStream.CopyToAsync(HttpResponse.Body), 256 KiB buffer");

    /// <summary>Reads of 4 KiB into the memory of the response.</summary>
    public static ServingWay BodyWriter4K { get; } = new("body-writer-4k", "RandomAccess.Read into HttpResponse.BodyWriter, 4 KiB");

    /// <summary>Reads of 64 KiB into the memory of the response.</summary>
    public static ServingWay BodyWriter64K { get; } = new("body-writer-64k", "RandomAccess.Read into HttpResponse.BodyWriter, 64 KiB");

    /// <summary>Reads of 256 KiB into the memory of the response.</summary>
    public static ServingWay BodyWriter256K { get; } = new("body-writer-256k", "RandomAccess.Read into HttpResponse.BodyWriter, 256 KiB");

    /// <summary>The middleware for static files.</summary>
    public static ServingWay StaticFiles { get; } = new("static-files", "UseStaticFiles");

    /// <summary>The result of a minimal API.</summary>
    public static ServingWay ResultsFile { get; } = new("results-file", "Results.File(path)");

    /// <summary>The package FileSender on blocking sockets, without Kestrel.</summary>
    public static ServingWay FileSender { get; } = new("file-sender", "FileSender.Send(socket, file, head), without Kestrel")
    {
        Transports = OverSockets,
    };

    /// <summary>sendfile(2) on blocking sockets, without Kestrel.</summary>
    public static ServingWay RawSendFile { get; } = new("raw-send-file", "send(MSG_MORE) for the head, sendfile(2), without Kestrel")
    {
        Transports = OverSockets,
        Probe = Availability.OnLinux("sendfile(2)"),
    };

    /// <summary>splice(2) through a pipe on blocking sockets, without Kestrel.</summary>
    public static ServingWay RawSplice { get; } = new(
        "raw-splice",
        "send(MSG_MORE) for the head, splice(2) through a 1 MiB pipe, without Kestrel")
    {
        Transports = OverSockets,
        Probe = Availability.OnLinux("splice(2)"),
    };

    /// <summary>Kestrel, whose output is replaced by one that sends files with FileSender.</summary>
    public static ServingWay KestrelSocket { get; } = new(
        "kestrel-socket",
        "FileSender.SendAsync(socket, file, head) beneath Kestrel, by an output of our own")
    {
        Transports = [Transport.HttpKestrelSocket],
    };

    /// <summary>The ways of a server on Kestrel.</summary>
    public static IReadOnlyList<ServingWay> OnKestrel { get; } =
    [
        SendFileAsync, Copy, BodyWriter4K, BodyWriter64K, BodyWriter256K, StaticFiles, ResultsFile, KestrelSocket,
    ];

    /// <summary>The ways of a server on sockets alone, over HTTP/1.1 and as framed files.</summary>
    public static IReadOnlyList<ServingWay> OnSockets { get; } = [FileSender, RawSendFile, RawSplice];

    /// <summary>All ways.</summary>
    public static IReadOnlyList<ServingWay> All { get; } = [.. OnKestrel, .. OnSockets];

    private static IReadOnlyList<string> OverSockets => [Transport.HttpFileSender];

    /// <summary>The transports over HTTP in which the way is served, the default first.</summary>
    /// <remarks>By default all that Kestrel listens on without an output of our own.</remarks>
    public IReadOnlyList<string> Transports { get; init; } =
        [Transport.Http, Transport.Http2, Transport.Https, Transport.Https2, Transport.HttpDefault];

    /// <summary>Checks whether a server on this machine can serve in this way.</summary>
    public Func<Availability> Probe { get; init; } = static () => Availability.Available;

    /// <summary>Path of a file that is to be sent in this way.</summary>
    /// <param name="fileName">Name of the file, without a folder.</param>
    public string PathOf(string fileName) => $"{Prefix}{Name}/{Uri.EscapeDataString(fileName)}";
}
