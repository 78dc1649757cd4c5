namespace FileTransfer.Strategies.Contracts;

/// <summary>One way in which a server stores the files that it receives; the first frame, or the request's path, names it.</summary>
/// <param name="Name">Name in the first frame, in the path, and in ids, which begin with "keep-".</param>
/// <param name="Mechanism">The calls that write the file, in a few words.</param>
public sealed record StoringWay(string Name, string Mechanism)
{
    /// <summary>Begins the path of every file that is to be stored. The name of the way follows.</summary>
    public const string Prefix = "/keep/";

    /// <summary>A FileStream with its default buffer.</summary>
    public static StoringWay FileStream4K { get; } = new("file-stream-4k", "Socket.Receive, FileStream.Write, 4 KiB buffers");

    /// <summary>A FileStream with a buffer of 64 KiB.</summary>
    public static StoringWay FileStream64K { get; } = new("file-stream-64k", "Socket.Receive, FileStream.Write, 64 KiB buffers");

    /// <summary>A FileStream with a buffer of 1 MiB.</summary>
    public static StoringWay FileStream1M { get; } = new("file-stream-1m", "Socket.Receive, FileStream.Write, 1 MiB buffers");

    /// <summary>Writes at offsets, without a stream.</summary>
    public static StoringWay RandomAccess { get; } = new("random-access", "Socket.Receive, RandomAccess.Write, 1 MiB buffer");

    /// <summary>A PipeReader whose segments are written at once.</summary>
    public static StoringWay PipeReader { get; } = new("pipe-reader", "PipeReader over the socket, RandomAccess.Write, 64 KiB segments");

    /// <summary>From the socket through a pipe into the file, within the kernel.</summary>
    public static StoringWay Splice { get; } = new("splice", "splice(2) from the socket into a 1 MiB pipe, and from there into the file");

    /// <summary>Receives into the mapped file.</summary>
    public static StoringWay Mapped { get; } = new("mapped", "ftruncate(2), mmap(2), Socket.Receive into the mapping");

    /// <summary>Past the page cache.</summary>
    public static StoringWay Direct { get; } = new("direct", "Socket.Receive, pwrite(2) with O_DIRECT, aligned 1 MiB buffer");

    /// <summary>Receives one part while the part before is written.</summary>
    public static StoringWay IoUring { get; } = new(
        "io-uring", "io_uring_enter(2): RECV in parallel with WRITE_FIXED, two 512 KiB buffers");

    /// <summary>A PUT whose body is written as it comes.</summary>
    public static StoringWay Body { get; } = new("body", "PUT; HttpRequest.BodyReader, RandomAccess.Write");

    /// <summary>A form whose file ASP.NET collects first.</summary>
    public static StoringWay FormFile { get; } = new("form-file", "POST; HttpRequest.ReadFormAsync, IFormFile, RandomAccess.Write");

    /// <summary>A form that is read section by section.</summary>
    public static StoringWay MultipartReader { get; } = new("multipart-reader", "POST; MultipartReader, RandomAccess.Write");

    /// <summary>The ways of a receiver of frames.</summary>
    public static IReadOnlyList<StoringWay> OfFrames { get; } =
    [
        FileStream4K, FileStream64K, FileStream1M, RandomAccess, PipeReader, Splice, Mapped, Direct, IoUring,
    ];

    /// <summary>The ways of a server over HTTP.</summary>
    public static IReadOnlyList<StoringWay> OverHttp { get; } = [Body, FormFile, MultipartReader];

    /// <summary>Path to send files to that are to be stored in this way.</summary>
    public string Path => Prefix + Name;
}
