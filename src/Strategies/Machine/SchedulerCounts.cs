using System.Buffers.Text;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Machine;

/// <summary>Times that the scheduler counts for a thread: schedstat below /proc/PID/task/TID, to the nanosecond. Linux.</summary>
/// <remarks>The file stays open: a reading costs a system call, and allocates nothing.</remarks>
internal sealed class SchedulerCounts : IDisposable
{
    private const int Longest = 80;

    private readonly SafeFileHandle _file;

    private SchedulerCounts(SafeFileHandle file) => _file = file;

    /// <summary>Opens the counts of a thread; null where the system has none.</summary>
    /// <param name="thread">Its folder, such as <c>/proc/1/task/1</c> or <c>/proc/thread-self</c>.</param>
    public static SchedulerCounts? Open(string thread)
    {
        try
        {
            return OperatingSystem.IsLinux() ? new SchedulerCounts(File.OpenHandle($"{thread}/schedstat")) : null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Nanoseconds for which it ran, and for which it was ready to run and waited; 0 and 0 for a thread that has ended.</summary>
    public (long Run, long Delay) Read()
    {
        Span<byte> text = stackalloc byte[Longest];
        try
        {
            text = text[..RandomAccess.Read(_file, text, 0)];
        }
        catch (IOException)
        {
            return default;
        }

        return Utf8Parser.TryParse(text, out long run, out int used) && Utf8Parser.TryParse(text[(used + 1)..], out long delay, out _)
            ? (run, delay)
            : default;
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();
}
