using System.Diagnostics;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests.Hostile;

/// <summary>Answers over HTTP that nobody reads, or that somebody reads slowly.</summary>
public sealed class IdleWatchTests
{
    /// <summary>More than everything between both ends holds.</summary>
    private const int Length = 64 << 20;

    private static readonly TimeSpan s_idle = TimeSpan.FromSeconds(2);

    public static TheoryData<string> Kinds => [.. Exhaustive.Or<string[]>(["https"], ["http", "http-default", "https"])];

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Answer_ThatNobodyReads_EndsWithinTheIdleLimit(string kind)
    {
        await using RunningServer server = await StartAsync();
        using var client = new TcpClient();
        await using Stream stream = await AskAsync(server, kind, client);
        JsonElement stats = await server.WaitForStatsAsync(kind, stats => stats.GetProperty("openConnections").GetInt64() == 0);
        // Once: that its answer was lost is the same event.
        JsonProperty error = Assert.Single(stats.GetProperty("errors").EnumerateObject());
        Assert.Equal(("idle", 1), (error.Name, error.Value.GetInt64()));
        server.WaitForError("moved nothing for the 2 s of --idle-timeout");
    }

    /// <summary>What moves now and then is not idle, however long it takes.</summary>
    /// <remarks>
    /// On a machine that gives one of both ends no processor for seconds nothing moves indeed, and the server is right to say so: such
    /// an attempt shows nothing, and there is another. The same server has its message ready then.
    /// </remarks>
    [ExhaustiveTheory]
    [MemberData(nameof(Kinds))]
    public async Task Answer_ReadSlowly_ComesWhole(string kind)
    {
        await using RunningServer server = await StartAsync();
        for (long attempts = 1, ended = 0; ; attempts++)
        {
            var sinceLastRead = new Stopwatch();
            TimeSpan longest = TimeSpan.Zero;
            Exception? failure = null;
            long count = 0;
            try
            {
                using var client = new TcpClient { ReceiveBufferSize = 256 << 10 };
                await using Stream stream = await AskAsync(server, kind, client);
                sinceLastRead.Start();
                byte[] buffer = new byte[1 << 20];
                // Longer than a second more than the limit of what moves nothing.
                for (int i = 0; i < 12; i++)
                {
                    // Far more than the buffer holds, so that the window opens: the kernel does not open it for every byte.
                    for (int read = 0, now; read < buffer.Length; read += now)
                    {
                        now = await ReadAsync(stream, buffer);
                        Assert.NotEqual(0, now);
                    }

                    await Task.Delay(s_idle * 0.3, TestContext.Current.CancellationToken);
                }

                while (await ReadAsync(stream, buffer) > 0)
                {
                }
            }
            catch (IOException ex)
            {
                failure = ex;
            }

            long before = ended;
            JsonElement errors = (await server.GetStatsAsync(kind)).GetProperty("errors");
            ended = errors.TryGetProperty("idle", out JsonElement idle) ? idle.GetInt64() : 0;
            if (ended > before && longest > s_idle && attempts < 4)
            {
                continue;
            }

            Assert.True(
                failure is null && ended == before,
                $"ended after {count} bytes; longest time without a read: {longest}; {failure}");
            Assert.InRange(count, Length, Length + 1000);
            return;

            async Task<int> ReadAsync(Stream stream, byte[] buffer)
            {
                int now;
                try
                {
                    now = await stream.ReadAsync(buffer, TestContext.Current.CancellationToken);
                }
                finally
                {
                    longest = sinceLastRead.Elapsed > longest ? sinceLastRead.Elapsed : longest;
                }

                sinceLastRead.Restart();
                count += now;
                return now;
            }
        }
    }

    private static Task<RunningServer> StartAsync() => RunningServer.StartAsync("--idle-timeout", "2s", "--min-rate", "0");

    /// <summary>Asks for a long message and reads nothing; the connection closes after it.</summary>
    private static async Task<Stream> AskAsync(RunningServer server, string kind, TcpClient client)
    {
        var address = new Uri(server.Addresses[kind]);
        await client.ConnectAsync(address.Host, address.Port, TestContext.Current.CancellationToken);
        Stream stream = client.GetStream();
        if (address.Scheme == "https")
        {
            var encrypted = new SslStream(stream, leaveInnerStreamOpen: false, (_, certificate, _, _) => certificate is not null);
            await encrypted.AuthenticateAsClientAsync("localhost").WaitAsync(ServerCommand.Limit, TestContext.Current.CancellationToken);
            stream = encrypted;
        }

        // The message 08 80 80 80 20: length (field 1) is 64 MiB.
        byte[] head = Encoding.ASCII.GetBytes(
            "POST /twirp/filetransfer.Payloads/Fetch HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + "Content-Type: application/protobuf\r\nContent-Length: 5\r\n\r\n");
        await stream.WriteAsync((byte[])[.. head, 0x08, 0x80, 0x80, 0x80, 0x20], TestContext.Current.CancellationToken);
        return stream;
    }
}
