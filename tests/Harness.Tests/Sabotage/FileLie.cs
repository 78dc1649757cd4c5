namespace FileTransfer.Harness.Tests.Sabotage;

/// <summary>What a server makes of a file once it is measured; the first, verified response is always honest.</summary>
public enum FileLie
{
    /// <summary>It serves the file.</summary>
    None,

    /// <summary>Another file of the same length, which it has at hand.</summary>
    OtherFile,

    /// <summary>What the file was before it changed; only its end differs.</summary>
    StaleFile,

    /// <summary>Zeros, which need not be read from anywhere.</summary>
    Zeros,

    /// <summary>One bit of the last byte is another.</summary>
    OneBit,

    /// <summary>Two blocks have changed places.</summary>
    SwappedBlocks,

    /// <summary>The bytes from another offset on, and the beginning behind them.</summary>
    WrongRange,

    /// <summary>The first half, and zeros behind it.</summary>
    FilledUp,

    /// <summary>The compressed file, filled up to the length, and no word about it.</summary>
    CompressedInSecret,

    /// <summary>The compressed file, which Content-Encoding says.</summary>
    Compressed,

    /// <summary>Status 206 with all of it.</summary>
    PartialWhole,

    /// <summary>Status 206 with the first half.</summary>
    PartialHalf,

    /// <summary>Status 200 with a Content-Range.</summary>
    RangeInSecret,

    /// <summary>Status 304.</summary>
    NotModified,

    /// <summary>Status 204.</summary>
    NoContent,

    /// <summary>Status 302.</summary>
    Redirect,

    /// <summary>A shorter length, and as many bytes.</summary>
    Shorter,

    /// <summary>A longer length, and as many bytes.</summary>
    Longer,

    /// <summary>The right length, and one byte more.</summary>
    OneMore,

    /// <summary>The right length, and the connection is closed half-way.</summary>
    CutShort,

    /// <summary>No length: the file ends where the connection does.</summary>
    NoLength,

    /// <summary>No length, in chunks.</summary>
    Chunked,

    /// <summary>It counts files that it never sent.</summary>
    CountsMore,

    /// <summary>It counts fewer files than it sent, as one does that has another do the work.</summary>
    CountsFewer,

    /// <summary>It is started again in the middle.</summary>
    StartsAgain,
}
