using System.Globalization;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Machine;

/// <summary>What a file occupies, and where: statx(2). Linux.</summary>
public static class FileBlocks
{
    private const int BytesPerBlock = 512;

    /// <summary>Bytes that the file at <paramref name="path"/> occupies on its disk; null where unknown, or without such a file.</summary>
    /// <remarks>Less than its length when it has holes, or when its file system compresses.</remarks>
    public static long? Of(string path) => Status(path, Statx.Blocks) is { } status ? (long)status.Blocks * BytesPerBlock : null;

    /// <summary>The device that the file is on, as <c>major:minor</c>; null where unknown, or without such a file.</summary>
    public static string? DeviceOf(string path) => Status(path, Statx.Kind) is { } status
        ? string.Create(CultureInfo.InvariantCulture, $"{status.DeviceMajor}:{status.DeviceMinor}")
        : null;

    private static Statx.Status? Status(string path, uint mask) =>
        OperatingSystem.IsLinux() && Statx.Invoke(Statx.CurrentDirectory, path, flags: 0, mask, out Statx.Status status) == 0
            ? status
            : null;
}
