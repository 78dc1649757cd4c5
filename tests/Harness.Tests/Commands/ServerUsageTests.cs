using System.Net;
using System.Net.Sockets;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>Where no server of ours answers, a command ends and says what did.</summary>
public sealed class ServerUsageTests
{
    [Fact]
    public async Task Send_NoServerThere_Exits2()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        int port = ((IPEndPoint)listener.LocalEndpoint).Port;
        listener.Stop();
        await UsageTests.ExpectAsync("no server answers at", new FakeMeasurer(), "send", "--server", $"http://127.0.0.1:{port}");
    }

    [Theory]
    [InlineData("SSH-2.0-OpenSSH\r\n", "is not a FileTransfer server")]
    [InlineData("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "answered 404")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\nhello", "expected JSON")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}", "is not a FileTransfer server")]
    [InlineData(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 51\r\n\r\n"
        + "{\"ready\":true,\"control\":\"x\",\"endpoints\":{\"a\":\"b\"}} ",
        "has no receiver")]
    public async Task Send_SomethingElseAnswers_Exits2(string answer, string message)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var stop = new CancellationTokenSource();
        Task answering = AnswerAsync(listener, answer, stop.Token);

        await UsageTests.ExpectAsync(message, new FakeMeasurer(), "send", "--server", $"http://{listener.LocalEndpoint}");

        await stop.CancelAsync();
        await answering;
    }

    private static async Task AnswerAsync(TcpListener listener, string answer, CancellationToken cancellationToken)
    {
        try
        {
            while (true)
            {
                using TcpClient client = await listener.AcceptTcpClientAsync(cancellationToken);
                NetworkStream stream = client.GetStream();
                _ = await stream.ReadAsync(new byte[4096], cancellationToken);
                await stream.WriteAsync(System.Text.Encoding.ASCII.GetBytes(answer), cancellationToken);
            }
        }
        catch (OperationCanceledException)
        {
            // The test is over.
        }
    }
}
