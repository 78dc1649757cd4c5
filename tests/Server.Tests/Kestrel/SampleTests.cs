using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests.Kestrel;

/// <summary>The sample application, as its reader starts it.</summary>
public sealed class SampleTests : IDisposable
{
    private const int Size = 30_000_000;

    private static readonly Lazy<bool> s_canTrace = new(CanTrace);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("filetransfer-sample-");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Sample_Started_ServesEverything()
    {
        (Process process, Uri address) = await StartAsync([]);
        using (process)
        {
            using HttpClient client = Client(address);
            Assert.Equal(Content.Of(Size), await client.GetByteArrayAsync(new Uri("/movie.bin", UriKind.Relative), Cancellation));
            using HttpResponseMessage answer = await client.PostAsync(
                new Uri("/upload", UriKind.Relative),
                new ByteArrayContent(new byte[100_000]),
                Cancellation);
            using JsonDocument upload = JsonDocument.Parse(await answer.Content.ReadAsStringAsync(Cancellation));
            Assert.Equal(100_000, upload.RootElement.GetProperty("bytes").GetInt64());
            string small = await client.GetStringAsync(new Uri("/json", UriKind.Relative), Cancellation);
            Assert.Contains("small", small, StringComparison.Ordinal);
            await EndAsync(process);
        }
    }

    /// <summary>With the two lines the kernel is asked for the file, and without them never.</summary>
    [ExhaustiveTheory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Sample_WithTheTwoLines_SendsByTheKernel(bool isOn)
    {
        string log = Path.Combine(_folder.FullName, "log");
        (Process process, Uri address) = await StartAsync(["-f", "-qq", "-e", "trace=sendfile,splice", "-o", log], isOn);
        using (process)
        {
            using HttpClient client = Client(address);
            Assert.Equal(Content.Of(Size), await client.GetByteArrayAsync(new Uri("/movie.bin", UriKind.Relative), Cancellation));
            await EndAsync(process);
        }

        string[] lines = await File.ReadAllLinesAsync(log, Cancellation);
        Assert.Equal(
            isOn,
            lines.Any(line => line.Contains("sendfile(", StringComparison.Ordinal) || line.Contains("splice(", StringComparison.Ordinal)));
    }

    /// <summary>A disk that fails in the middle of a file: the response is broken off, and the application lives on.</summary>
    [ExhaustiveFact]
    public async Task Sample_DiskFails_BreaksOffAndLivesOn()
    {
        (Process process, Uri address) = await StartAsync(
            ["-f", "-qq", "-e", "inject=sendfile,splice:error=EIO:when=2+", "-o", "/dev/null"]);
        using (process)
        {
            using HttpClient client = Client(address);
            await Assert.ThrowsAnyAsync<Exception>(() => client.GetByteArrayAsync(new Uri("/movie.bin", UriKind.Relative), Cancellation));
            using (var socket = new TcpClient())
            {
                await socket.ConnectAsync(address.Host, address.Port, Cancellation);
                socket.Client.Send(Encoding.ASCII.GetBytes("GET /movie.bin HTTP/1.1\r\nHost: x\r\n\r\n"));
                long received = 0;
                byte[] buffer = new byte[1 << 20];
                try
                {
                    while (socket.Client.Receive(buffer) is > 0 and int count)
                    {
                        received += count;
                    }
                }
                catch (SocketException exception) when (exception.SocketErrorCode == SocketError.ConnectionReset)
                {
                    // It broke the response off.
                }

                Assert.InRange(received, 0, Size - 1);
            }

            string small = await client.GetStringAsync(new Uri("/json", UriKind.Relative), Cancellation);
            Assert.Contains("small", small, StringComparison.Ordinal);
            await EndAsync(process);
        }
    }

    private static HttpClient Client(Uri address) =>
        new(new SocketsHttpHandler { UseProxy = false }) { BaseAddress = address, Timeout = ServerCommand.Limit };

    private static bool CanTrace()
    {
        try
        {
            using Process strace = Process.Start("strace", ["-f", "-qq", "-o", "/dev/null", "true"]);
            strace.WaitForExit();
            return strace.ExitCode == 0;
        }
        catch (Win32Exception)
        {
            return false;
        }
    }

    /// <summary>Ends the application as its user does.</summary>
    private static async Task EndAsync(Process process)
    {
        using Process kill = Process.Start("kill", ["-TERM", "--", $"{Program(process)}"]);
        await kill.WaitForExitAsync(Cancellation);
        await process.WaitForExitAsync(Cancellation).WaitAsync(ServerCommand.Limit, Cancellation);
    }

    /// <summary>The application itself, beneath strace(1) where that has started it.</summary>
    private static int Program(Process process)
    {
        string children = File.ReadAllText($"/proc/{process.Id}/task/{process.Id}/children").Trim();
        return process.ProcessName == "strace" ? int.Parse(children.Split(' ')[0], CultureInfo.InvariantCulture) : process.Id;
    }

    /// <summary>Starts the application, under strace(1) with options where there are some.</summary>
    private async Task<(Process Process, Uri Address)> StartAsync(string[] strace, bool isOn = true)
    {
        const string Listening = "Now listening on: ";
        Assert.SkipUnless(strace.Length == 0 || s_canTrace.Value, "needs strace(1), and the right to trace");
        await File.WriteAllBytesAsync(Path.Combine(_folder.FullName, "movie.bin"), Content.Of(Size), Cancellation);
        string[] command =
        [
            .. strace.Length > 0 ? ["strace", .. strace] : Array.Empty<string>(),
            "dotnet", Path.Combine(AppContext.BaseDirectory, "KestrelFiles.dll"),
            "--files", _folder.FullName, "--port", "0", "--filesender", $"{isOn}",
        ];
        Process process = Process.Start(new ProcessStartInfo(command[0], command[1..]) { RedirectStandardOutput = true })!;
        try
        {
            string? line;
            do
            {
                line = await process.StandardOutput.ReadLineAsync(Cancellation).AsTask().WaitAsync(ServerCommand.Limit, Cancellation);
            }
            while (line?.Contains(Listening, StringComparison.Ordinal) == false);
            Assert.NotNull(line);
            return (process, new Uri(line[(line.IndexOf(Listening, StringComparison.Ordinal) + Listening.Length)..].Trim()));
        }
        catch
        {
            process.Kill(entireProcessTree: true);
            throw;
        }
    }
}
