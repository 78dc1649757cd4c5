using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using FileTransfer.Server.Tests.Downloads;
using FileTransfer.Server.Tests.Processes;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace FileTransfer.Server.Tests.Kestrel;

/// <summary>What goes wrong while a file is sent beneath Kestrel: its response is broken off and never padded. Nothing is left.</summary>
public sealed class FileFaultTests : IDisposable
{
    /// <summary>More than both ends hold in their buffers together.</summary>
    private const int Size = 64 << 20;

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("filetransfer-kestrel-");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    private string FilePath => Path.Combine(_folder.FullName, "file.bin");

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [InlineData("static", 0)]
    [InlineData("static", (1 << 20) + 123)]
    [InlineData("send", (1 << 20) + 123)]
    public async Task Truncated_Meanwhile_IsBrokenOff(string way, int left)
    {
        await using FileApplication application = await StartAsync();
        using Socket socket = Ask(application, way);
        using (var file = new FileStream(FilePath, FileMode.Open, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete))
        {
            file.SetLength(left);
        }

        long received = ReadToEnd(socket, out _, out bool isComplete);
        Assert.True(received < Size && !isComplete, "the response was filled up");
        Assert.True(await IsAnsweredAsync(application));
    }

    [Theory]
    [InlineData("static")]
    [InlineData("send")]
    public async Task WrittenTo_Meanwhile_IsBrokenOff(string way)
    {
        await using FileApplication application = await StartAsync();
        using Socket socket = Ask(application, way);
        using (var file = new FileStream(FilePath, FileMode.Open, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete))
        {
            file.Seek(Size - 10, SeekOrigin.Begin);
            file.Write("new"u8);
        }

        // The kernel has the rest, and the server has seen that it is not the file's, before the client reads on.
        long received = Read(socket, Size - (1 << 20));
        await WaitUntilClosedAsync();
        received += ReadToEnd(socket, out int other, out _);
        Assert.True(received + other < Size, "the response came to its end");
    }

    /// <summary>An open file stays what it was, and bytes that were added behind its announced end are not sent.</summary>
    [Theory]
    [InlineData("removed")]
    [InlineData("replaced")]
    [InlineData("grown")]
    public async Task RemovedReplacedOrGrown_Meanwhile_NothingIsOfAnotherFile(string what)
    {
        await using FileApplication application = await StartAsync();
        using Socket socket = Ask(application, "static");
        switch (what)
        {
            case "removed":
                File.Delete(FilePath);
                break;
            case "replaced":
                File.WriteAllBytes(FilePath + ".new", new byte[Size]);
                File.Move(FilePath + ".new", FilePath, overwrite: true);
                break;
            default:
                using (var file = new FileStream(FilePath, FileMode.Append, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete))
                {
                    file.Write(new byte[1000]);
                }

                break;
        }

        long received = ReadToEnd(socket, out int other, out _);
        Assert.Equal(0, other);
        // A file that grows was written to: it may be broken off, and is never longer than announced.
        string count = string.Create(CultureInfo.InvariantCulture, $"{received} bytes");
        Assert.True(what == "grown" ? received <= Size : received == Size, count);
    }

    /// <summary>Kestrel's MinDataRate holds for files that Kestrel does not see.</summary>
    [Theory]
    [InlineData("static")]
    [InlineData("send")]
    public async Task Client_ThatStopsReading_IsDisconnected(string way)
    {
        await using FileApplication application = await StartAsync(limits =>
            limits.MinResponseDataRate = new MinDataRate(50_000_000, TimeSpan.FromSeconds(1.1)));
        using Socket socket = Ask(application, way, receiveBuffer: 16 << 10);
        await WaitUntilClosedAsync();
        ReadToEnd(socket, out _, out bool isComplete);
        Assert.False(isComplete);
    }

    [Fact]
    public async Task Client_ThatReadsSlowlyEnough_GetsTheFile()
    {
        await using FileApplication application = await StartAsync(limits =>
            limits.MinResponseDataRate = new MinDataRate(1000, TimeSpan.FromSeconds(1.1)));
        using Socket socket = Ask(application, "static", receiveBuffer: 64 << 10);
        await Task.Delay(2500, Cancellation);
        Assert.Equal(Size, ReadToEnd(socket, out int other, out _));
        Assert.Equal(0, other);
    }

    [Theory]
    [InlineData("static")]
    [InlineData("send")]
    public async Task Client_ThatLeaves_LeavesNothingOpen(string way)
    {
        await using FileApplication application = await StartAsync();
        using (Socket socket = Ask(application, way, receiveBuffer: 16 << 10))
        {
            Assert.True(IsSending());
            socket.LingerState = new LingerOption(enable: true, seconds: 0);
        }

        await WaitUntilClosedAsync();
        Assert.True(await IsAnsweredAsync(application));
        Assert.DoesNotContain(application.Failures, failure => failure is not OperationCanceledException);
    }

    /// <summary>A graceful stop lets a response under way come to its end.</summary>
    [Fact]
    public async Task Stop_WhileAFileIsSent_LetsItEnd()
    {
        await using FileApplication application = await StartAsync();
        using Socket socket = Ask(application, "static");
        Task stopped = application.StopAsync();
        Assert.Equal(Size, ReadToEnd(socket, out int other, out _));
        Assert.Equal(0, other);
        await stopped.WaitAsync(ServerCommand.Limit, Cancellation);
    }

    [Fact]
    public async Task Connections_IdleAndMany_HoldNothing()
    {
        int count = Math.Min(Exhaustive.Or(500, 10_000), (OpenFilesLimit() - 2000) / 2);
        await using FileApplication application = await StartAsync(size: 100_000);
        var sockets = new List<Socket>();
        try
        {
            for (int i = 0; i < count; i++)
            {
                Socket socket = application.Connect();
                sockets.Add(socket);
                if (i % 10 == 0)
                {
                    socket.Send("GET /static/file.bin HTTP/1.1\r\nHost: x\r\n\r\n"u8);
                    Assert.Equal(100_000, RawResponse.ReadOne(socket).Body.Length);
                }
            }

            Assert.False(IsSending());
            foreach (Socket socket in sockets.Where((_, index) => index % 7 == 0))
            {
                socket.Send("GET /static/file.bin HTTP/1.1\r\nHost: x\r\n\r\n"u8);
                Assert.Equal(100_000, RawResponse.ReadOne(socket).Body.Length);
            }
        }
        finally
        {
            sockets.ForEach(socket => socket.Dispose());
        }
    }

    /// <summary>How many files and sockets this process may have open; the runtime asks for all that it may have.</summary>
    private static int OpenFilesLimit()
    {
        string line = File.ReadLines("/proc/self/limits").Single(line => line.StartsWith("Max open files", StringComparison.Ordinal));
        return int.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[3], CultureInfo.InvariantCulture);
    }

    private async Task<FileApplication> StartAsync(Action<KestrelServerLimits>? limit = null, int size = Size)
    {
        byte[] content = new byte[size];
        content.AsSpan().Fill(0x55);
        await File.WriteAllBytesAsync(FilePath, content, Cancellation);
        return await FileApplication.StartAsync(_folder.FullName, limit: limit);
    }

    /// <summary>Asks for the file and reads its head: the server is stuck in the middle of it.</summary>
    private static Socket Ask(FileApplication application, string way, int receiveBuffer = 64 << 10)
    {
        Socket socket = application.Connect(receiveBuffer);
        socket.Send(Encoding.ASCII.GetBytes($"GET /{way}/file.bin HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
        byte[] one = new byte[1];
        var head = new StringBuilder();
        while (!head.ToString().EndsWith("\r\n\r\n", StringComparison.Ordinal))
        {
            Assert.Equal(1, socket.Receive(one));
            head.Append((char)one[0]);
        }

        Assert.StartsWith("HTTP/1.1 200", head.ToString(), StringComparison.Ordinal);
        return socket;
    }

    /// <summary>True while this process has the file open.</summary>
    private bool IsSending()
    {
        foreach (string link in Directory.GetFiles($"/proc/{Environment.ProcessId}/fd"))
        {
            try
            {
                if (new FileInfo(link).LinkTarget?.StartsWith(FilePath, StringComparison.Ordinal) == true)
                {
                    return true;
                }
            }
            catch (IOException)
            {
                // Closed meanwhile.
            }
        }

        return false;
    }

    private async Task WaitUntilClosedAsync()
    {
        for (int i = 0; i < 1000 && IsSending(); i++)
        {
            await Task.Delay(20, Cancellation);
        }

        Assert.False(IsSending(), "the file is still open");
    }

    /// <summary>Reads so many bytes, or less where the server breaks off.</summary>
    private static long Read(Socket socket, long count)
    {
        byte[] buffer = new byte[1 << 20];
        long received = 0;
        try
        {
            while (received < count && socket.Receive(buffer.AsSpan(0, (int)Math.Min(count - received, buffer.Length))) is > 0 and int read)
            {
                received += read;
            }
        }
        catch (SocketException exception) when (exception.SocketErrorCode == SocketError.ConnectionReset)
        {
            // It broke the response off.
        }

        return received;
    }

    private static async Task<bool> IsAnsweredAsync(FileApplication application)
    {
        using HttpClient client = application.Client(HttpVersion.Version11, isSecure: false);
        return (await client.GetAsync(new Uri("/json", UriKind.Relative), Cancellation)).IsSuccessStatusCode;
    }

    /// <summary>Bytes of the file that came, and how many were of something else.</summary>
    private static long ReadToEnd(Socket socket, out int other, out bool isComplete)
    {
        byte[] buffer = new byte[1 << 20];
        byte[] last = [];
        (long received, other) = (0, 0);
        try
        {
            while (socket.Receive(buffer) is > 0 and int count)
            {
                int equal = buffer.AsSpan(0, count).Count((byte)0x55);
                received += equal;
                other += count - equal;
                last = [.. last.TakeLast(5), .. buffer.AsSpan(Math.Max(0, count - 5), Math.Min(5, count))];
            }
        }
        catch (SocketException exception) when (exception.SocketErrorCode == SocketError.ConnectionReset)
        {
            // It broke the response off.
        }

        isComplete = received >= Size || (last.Length >= 5 && last.AsSpan(^5..).SequenceEqual("0\r\n\r\n"u8));
        return received;
    }
}
