using System.Globalization;
using System.Runtime.InteropServices;
using FileTransfer.Server.Sinks;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Storing;

/// <summary>Makes the refusals of files that cannot be stored, each with the status that the sender is told.</summary>
internal static class StoringRefusal
{
    /// <summary>Kind of error: the disk is full.</summary>
    public const string Full = "disk-full";

    /// <summary>Kind of error: the file, or no file at all, can be stored.</summary>
    public const string Cannot = "cannot-keep";

    /// <summary>Kind of error: there is something where the file would go.</summary>
    public const string Exists = "target-exists";

    /// <summary>The server was started without a folder for files.</summary>
    public static RefusedFrameException NoFolder() =>
        Because("asked for files to be kept, and the server was told no folder: start it with --keep DIR");

    /// <summary>The sender asked for something that there is not.</summary>
    public static RefusedFrameException Because(string words) => new(AcknowledgementStatus.CannotStore, Cannot, words);

    /// <summary>The folder has no room for a file of this length, as far as is known before it is received.</summary>
    public static RefusedFrameException NoRoom(long length, long free) => new(
        AcknowledgementStatus.DiskFull,
        Full,
        string.Create(CultureInfo.InvariantCulture, $"announced {length} bytes, and the disk of --keep has {free} left"));

    /// <summary>A system call on the file failed.</summary>
    public static RefusedFrameException Failed(string call, int errno) => errno switch
    {
        Errno.NoSpace or Errno.QuotaExceeded => DiskFull($"{call}: {Marshal.GetPInvokeErrorMessage(errno)}"),
        Errno.Exists or Errno.SymbolicLink => new RefusedFrameException(
            AcknowledgementStatus.TargetExists,
            Exists,
            "could not be given a file: there is a file or a link of that name in the folder of --keep"),
        _ => Because($"could not be given a file: {call} failed: {Marshal.GetPInvokeErrorMessage(errno)}"),
    };

    /// <summary>The file could not be made, written or closed by .NET.</summary>
    /// <param name="exception">The reason; on Unix its HResult is the error number, or a general one where .NET reserves room.</param>
    /// <param name="reserves">True when room was to be reserved.</param>
    public static RefusedFrameException Failed(Exception exception, bool reserves = false)
    {
        const int General = unchecked((int)0x80131620);
        return exception switch
        {
            IOException { HResult: Errno.NoSpace or Errno.QuotaExceeded or Errno.Exists } => Failed("write", exception.HResult),
            IOException { HResult: General } when reserves => DiskFull(exception.Message),
            _ => Because($"could not be given a file: {exception.Message}"),
        };
    }

    /// <summary>The disk became full.</summary>
    public static RefusedFrameException DiskFull(string reason) =>
        new(AcknowledgementStatus.DiskFull, Full, $"could not be kept: the disk of --keep is full ({reason})");
}
