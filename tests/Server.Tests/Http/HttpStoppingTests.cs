using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Text;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Http;
using FileTransfer.Server.Rpc;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace FileTransfer.Server.Tests.Http;

/// <summary>How HTTP connections end: when the server stops, and when nothing comes over them any more.</summary>
public sealed class HttpStoppingTests
{
    private const byte Data = 0;
    private const byte Headers = 1;
    private const byte Settings = 4;
    private const byte GoAway = 7;
    private const byte EndOfStream = 1;
    private const byte EndOfHeaders = 4;
    private const int Limit = 60_000;

    [Fact]
    public async Task Dispose_RequestUnderWayOverHttp2_IsToldByGoAwayAndStillAnswered()
    {
        // Within the usual two seconds a busy machine may not get as far as to answer.
        await using HttpReceiver receiver = Start(
            HttpProtocols.Http2,
            new ServerOptions { IsCheckDue = _ => false, Grace = TimeSpan.FromMinutes(1) });
        using Socket socket = Connect(receiver);
        socket.Send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"u8);
        Send(socket, Settings, flags: 0, stream: 0, []);
        // PUT and /upload as literals with indexed names, http by its index, x as the authority: RFC 7541, 6.
        Send(socket, Headers, EndOfHeaders, stream: 1, [0x02, 3, .. "PUT"u8, 0x86, 0x04, 7, .. "/upload"u8, 0x01, 1, .. "x"u8]);
        Send(socket, Data, flags: 0, stream: 1, [.. "hel"u8]);
        while (receiver.Stats.OpenConnections == 0)
        {
            await Task.Delay(1, TestContext.Current.CancellationToken);
        }

        // Acknowledges what was sent so far, so that the request has begun.
        await Task.Run(() => ReadUntil(socket, Settings), TestContext.Current.CancellationToken);
        Send(socket, type: 6, flags: 0, stream: 0, new byte[8]);
        await Task.Run(() => ReadUntil(socket, type: 6), TestContext.Current.CancellationToken);
        Task stopping = receiver.DisposeAsync().AsTask();
        await Task.Run(() => ReadUntil(socket, GoAway), TestContext.Current.CancellationToken);
        Send(socket, Data, EndOfStream, stream: 1, [.. "lo"u8]);
        byte[] answer = await Task.Run(() => ReadUntil(socket, Data), TestContext.Current.CancellationToken);
        Assert.Equal("""{"bytes":5,"crc32c":null}""", Encoding.ASCII.GetString(answer));
        // The server waits for the client to close, up to its limit.
        socket.Dispose();
        await stopping.WaitAsync(TimeSpan.FromMilliseconds(Limit), TestContext.Current.CancellationToken);
    }

    /// <summary>Who sends all of a body before looking for an answer gets to read the refusal: no reset overtakes it.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Upload_TooLarge_IsReadToItsEndAndAnswered(bool isAnnounced)
    {
        const int Size = 20_000_000;
        await using HttpReceiver receiver = Start(
            HttpProtocols.Http1,
            new ServerOptions { MaximumLength = 1000, StopLimit = TimeSpan.FromMinutes(1) });
        using Socket socket = Connect(receiver);
        string length = isAnnounced ? $"Content-Length: {Size}" : "Transfer-Encoding: chunked";
        socket.Send(Encoding.ASCII.GetBytes($"PUT /upload HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{length}\r\n\r\n"));
        await Task.Run(() =>
        {
            if (!isAnnounced)
            {
                socket.Send(Encoding.ASCII.GetBytes($"{Size:x}\r\n"));
            }

            socket.Send(new byte[Size]);
            if (!isAnnounced)
            {
                socket.Send("\r\n0\r\n\r\n"u8);
            }
        }, TestContext.Current.CancellationToken);

        Assert.StartsWith(
            "HTTP/1.1 413",
            await Task.Run(() => HttpServerFixture.ReadToEnd(socket), TestContext.Current.CancellationToken),
            StringComparison.Ordinal);
        Assert.Equal(("too-large", 1), Assert.Single(receiver.Stats.Errors.Select(error => (error.Key, error.Value))));
    }

    [Theory]
    [InlineData("GET / HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 204")]
    [InlineData("PUT /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000\r\n\r\nx", "HTTP/1.1 408")]
    public async Task Connection_SilentForLongerThanAllowed_IsEnded(string sent, string answer)
    {
        // Kestrel looks once a second, and takes no limit that is shorter. Of the body there is one byte: at one a second,
        // the least rate, each byte would be another second in which the connection may be silent.
        await using HttpReceiver receiver = Start(HttpProtocols.Http1, new ServerOptions { IdleTimeout = TimeSpan.FromSeconds(1.5) });
        using Socket socket = Connect(receiver);
        socket.Send(Encoding.ASCII.GetBytes(sent));
        Assert.StartsWith(
            answer,
            await Task.Run(() => HttpServerFixture.ReadToEnd(socket), TestContext.Current.CancellationToken),
            StringComparison.Ordinal);
    }

    private static HttpReceiver Start(HttpProtocols protocols, ServerOptions options) =>
        HttpReceiver.Start(
            "http",
            new IPEndPoint(IPAddress.Loopback, 0),
            protocols,
            certificate: null,
            isTuned: true,
            options,
            new MessageStore());

    private static Socket Connect(HttpReceiver receiver)
    {
        var address = new Uri(receiver.Endpoint);
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { ReceiveTimeout = Limit };
        socket.Connect(IPAddress.Parse(address.Host), address.Port);
        return socket;
    }

    private static void Send(Socket socket, byte type, byte flags, byte stream, byte[] content)
    {
        byte[] frame = [0, 0, (byte)content.Length, type, flags, 0, 0, 0, stream, .. content];
        socket.Send(frame);
    }

    /// <summary>Passes over frames of other types; returns the content of the first of this one. RFC 9113, 4.1.</summary>
    private static byte[] ReadUntil(Socket socket, byte type)
    {
        while (true)
        {
            byte[] head = Receive(socket, 9);
            byte[] content = Receive(socket, BinaryPrimitives.ReadInt32BigEndian([0, .. head.AsSpan(0, 3)]));
            if (head[3] == type)
            {
                return content;
            }
        }
    }

    private static byte[] Receive(Socket socket, int count)
    {
        byte[] bytes = new byte[count];
        for (int received = 0; received < count;)
        {
            int part = socket.Receive(bytes.AsSpan(received));
            Assert.True(part > 0, "the server closed the connection");
            received += part;
        }

        return bytes;
    }
}
