using System.Globalization;
using System.Net.Sockets;
using System.Text;

namespace FileTransfer.Server.Tests.Downloads;

/// <summary>An HTTP/1.1 response as it came over a socket; read without any code of the product's.</summary>
public sealed record RawResponse(int Status, IReadOnlyDictionary<string, string> Headers, byte[] Body)
{
    /// <summary>Length that the head announces; −1 when it announces none.</summary>
    public long Announced => Headers.TryGetValue("content-length", out string? text) ? long.Parse(text, CultureInfo.InvariantCulture) : -1;

    /// <summary>The body as text.</summary>
    public string Text => Encoding.Latin1.GetString(Body);

    /// <summary>Reads until the server closes, or resets the connection.</summary>
    public static RawResponse ReadToEnd(Socket socket)
    {
        var received = new MemoryStream();
        byte[] buffer = new byte[64 << 10];
        try
        {
            while (socket.Receive(buffer) is > 0 and int count)
            {
                received.Write(buffer, 0, count);
            }
        }
        catch (SocketException exception) when (exception.SocketErrorCode == SocketError.ConnectionReset)
        {
            // It closed with bytes of ours unread, or broke a response off.
        }

        return Parse(received.ToArray(), out _);
    }

    /// <summary>Reads one response and leaves the connection open.</summary>
    public static RawResponse ReadOne(Socket socket, bool hasBody = true)
    {
        var received = new MemoryStream();
        byte[] one = new byte[1];
        while (!Encoding.Latin1.GetString(received.ToArray()).EndsWith("\r\n\r\n", StringComparison.Ordinal))
        {
            Assert.Equal(1, socket.Receive(one));
            received.Write(one);
        }

        RawResponse head = Parse(received.ToArray(), out _);
        byte[] body = new byte[hasBody ? Math.Max(0, head.Announced) : 0];
        for (int read = 0; read < body.Length;)
        {
            int count = socket.Receive(body.AsSpan(read));
            Assert.True(count > 0, $"the server closed after {read} of {body.Length} bytes");
            read += count;
        }

        return head with { Body = body };
    }

    private static RawResponse Parse(byte[] bytes, out int end)
    {
        end = bytes.AsSpan().IndexOf("\r\n\r\n"u8);
        Assert.True(end > 0, $"the server sent no response: '{Encoding.Latin1.GetString(bytes.AsSpan(0, Math.Min(200, bytes.Length)))}'");
        string[] lines = Encoding.Latin1.GetString(bytes.AsSpan(0, end)).Split("\r\n");
        Assert.StartsWith("HTTP/1.1 ", lines[0], StringComparison.Ordinal);
        return new RawResponse(
            int.Parse(lines[0].AsSpan(9, 3), NumberStyles.None, CultureInfo.InvariantCulture),
            lines.Skip(1).Select(line => line.Split(": ", 2)).ToDictionary(pair => pair[0].ToLowerInvariant(), pair => pair[1]),
            bytes[(end + 4)..]);
    }
}
