using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Server.Tests;

/// <summary>
/// A client of a pair of named pipes, written from the description of the wire format alone: no code of the project is used.
/// </summary>
internal sealed partial class FifoClient : IDisposable
{
    private const int CloseOnExec = 0x80000;
    private const int BytesUnread = 0x541B;
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);

    private readonly FileStream _frames;
    private readonly FileStream? _acknowledgements;

    private FifoClient(FileStream frames, FileStream? acknowledgements)
    {
        _frames = frames;
        _acknowledgements = acknowledgements;
    }

    /// <summary>Opens both pipes as a shell would, waiting for the receiver at each.</summary>
    public static Task<FifoClient> ConnectAsync(string path) => Task.Run(() =>
    {
        FileStream frames = OpenEnd(path, FileAccess.Write);
        // Its name carries the other's inode number; until this sender is accepted it is the only one of its kind.
        string acknowledgements = Assert.Single(Directory.GetFiles(Path.GetDirectoryName(path)!, $"{Path.GetFileName(path)}.*.ack"));
        return new FifoClient(frames, OpenEnd(acknowledgements, FileAccess.Read));
    }).WaitAsync(s_limit);

    /// <summary>Opens the pipe for frames only.</summary>
    public static Task<FifoClient> ConnectWithoutAnswersAsync(string path) =>
        Task.Run(() => new FifoClient(OpenEnd(path, FileAccess.Write), acknowledgements: null)).WaitAsync(s_limit);

    public Task SendAsync(byte[] bytes) => Task.Run(() => _frames.Write(bytes)).WaitAsync(s_limit);

    /// <summary>Reads 16 bytes: the status and the checksum field, as hexadecimal digits.</summary>
    public Task<(long Status, string ChecksumField)> ReadAnswerAsync() => Task.Run(() =>
    {
        byte[] answer = new byte[16];
        _acknowledgements!.ReadExactly(answer);
        return (Convert.ToInt64(Convert.ToHexString(answer, 0, 8), 16), Convert.ToHexString(answer, 8, 8));
    }).WaitAsync(s_limit);

    /// <summary>Waits until the receiver has taken all that was sent.</summary>
    public Task AssertTakenAsync() => Task.Run(() =>
    {
        int descriptor = (int)_frames.SafeFileHandle.DangerousGetHandle();
        Assert.True(SpinWait.SpinUntil(() => CountUnread(descriptor, BytesUnread, out int left) == 0 && left == 0, s_limit));
    });

    /// <summary>Sends one frame and expects it to be confirmed.</summary>
    public async Task ExchangeAsync(byte[] payload)
    {
        await SendAsync(WireClient.Frame(payload));
        Assert.Equal((payload.Length, BitwiseCrc32C.FieldOf(payload)), await ReadAnswerAsync());
    }

    public async Task AssertEndOfStreamAsync() =>
        Assert.Equal(-1, await Task.Run(_acknowledgements!.ReadByte).WaitAsync(s_limit));

    /// <summary>Sends until nobody is left to read.</summary>
    /// <remarks>A process that another test starts at this moment has the other end open too, until its exec(2) closes it.</remarks>
    public Task AssertBrokenAsync() => Assert.ThrowsAsync<IOException>(() => Task.Run(() =>
    {
        long start = Environment.TickCount64;
        while (Environment.TickCount64 - start < s_limit.TotalMilliseconds)
        {
            _frames.WriteByte(0);
            Thread.Sleep(1);
        }
    }).WaitAsync(s_limit));

    public void FinishSending() => _frames.Dispose();

    public void Dispose()
    {
        _frames.Dispose();
        _acknowledgements?.Dispose();
    }

    private static FileStream OpenEnd(string path, FileAccess access)
    {
        int descriptor = OpenFile(path, (access == FileAccess.Write ? 1 : 0) | CloseOnExec);
        Assert.NotEqual(-1, descriptor);
        return new FileStream(new SafeFileHandle(descriptor, ownsHandle: true), access, bufferSize: 0);
    }

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int OpenFile(string path, int flags);

    /// <summary>FIONREAD of ioctl(2): see pipe(7).</summary>
    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    private static partial int CountUnread(int descriptor, nuint request, out int count);
}
