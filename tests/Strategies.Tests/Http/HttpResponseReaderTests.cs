using System.Text;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Http;

namespace FileTransfer.Strategies.Tests.Http;

public sealed class HttpResponseReaderTests
{
    [Theory]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", 200, "hello", true)]
    [InlineData("HTTP/1.1 200 OK\ncontent-length:5\n\nhello", 200, "hello", true)]
    [InlineData("HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n", 200, "", true)]
    [InlineData("HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno", 404, "no", false)]
    [InlineData("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nhi", 200, "hi", false)]
    [InlineData(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;a=b\r\n world\r\n0\r\n\r\n",
        200,
        "hello world",
        true)]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\nA\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n", 200, "0123456789", true)]
    [InlineData(
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 1\r\n\r\n!",
        201,
        "!",
        true)]
    [InlineData("HTTP/1.1 204 No Content\r\n\r\n", 204, "", true)]
    [InlineData("HTTP/1.1 200 OK\r\n\r\nuntil the end", 200, "until the end", false)]
    public void Read_Response_IsRead(string response, int status, string body, bool keepsAlive)
    {
        foreach (int piece in (int[])[1, 2, 7, 100_000])
        {
            var reader = new HttpResponseReader(Source(response, piece));
            Assert.Equal(body, Encoding.ASCII.GetString(reader.Read()));
            Assert.Equal(status, reader.Status);
            Assert.Equal(keepsAlive, reader.KeepsAlive);
        }
    }

    [Fact]
    public void Read_TwoThatCameTogether_AreReadOneAfterTheOther()
    {
        var reader = new HttpResponseReader(
            Source("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\noneHTTP/1.1 500 Oh\r\nContent-Length: 3\r\n\r\ntwo", 100_000));
        Assert.Equal("one", Encoding.ASCII.GetString(reader.Read()));
        Assert.Equal("two", Encoding.ASCII.GetString(reader.Read()));
        Assert.Equal(500, reader.Status);
    }

    [Theory]
    [InlineData("\0\0\0\0\0\0\u0003\u00e8\n", "begins with")]
    [InlineData("SSH-2.0-OpenSSH\r\n", "begins with")]
    [InlineData("HTTP/1.1 2x0 OK\r\n\r\n", "begins with")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "Content-Length is '-1'")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 5 5\r\n\r\n", "Content-Length is '5 5'")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", "Content-Length is")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n", "it announces two lengths")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n", "its body of 1000000 bytes is longer")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", "Transfer-Encoding is 'gzip'")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", "a chunk begins with 'xyz'")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7FFFFFFF\r\n", "longer than the 16384 bytes of an acknowledgement")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n", "does not end at its announced length")]
    public void Read_SomethingElse_Rejected(string response, string reason)
    {
        TransferException exception = Assert.Throws<TransferException>(
            () => new HttpResponseReader(Source(response, 100_000)).Read().ToArray());
        Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
        Assert.Contains(reason, exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("")]
    [InlineData("HTTP/1.1 200")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")]
    [InlineData("HTTP/1.1 100 Continue\r\n\r\n")]
    public void Read_EndsTooEarly_ConnectionLost(string response)
    {
        TransferException exception = Assert.Throws<TransferException>(() => new HttpResponseReader(Source(response, 3)).Read().ToArray());
        Assert.Equal(TransferErrorKind.ConnectionLost, exception.Kind);
    }

    [Fact]
    public void Read_HeadWithoutEnd_IsGivenUp()
    {
        byte[] line = "X-Endless: 0123456789012345678901234567890123456789\r\n"u8.ToArray();
        bool first = true;
        var reader = new HttpResponseReader(buffer =>
        {
            byte[] next = first ? "HTTP/1.1 200 OK\r\n"u8.ToArray() : line;
            first = false;
            next.AsSpan(0, Math.Min(next.Length, buffer.Count)).CopyTo(buffer);
            return Math.Min(next.Length, buffer.Count);
        });
        Assert.Contains(
            "its head is longer",
            Assert.Throws<TransferException>(() => reader.Read().ToArray()).Message,
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", "HTTP/1.1 100 Continue\r\n\r\n", "interim responses precede it")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "X-Endless: 0123456789\r\n", "its trailers are longer")]
    public void Read_PartsWithoutEnd_IsGivenUp(string start, string part, string reason)
    {
        var reader = new HttpResponseReader(Source(start + string.Concat(Enumerable.Repeat(part, 10_000)), 1000));
        Assert.Contains(reason, Assert.Throws<TransferException>(() => reader.Read().ToArray()).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Read_LineWithoutEnd_IsGivenUp()
    {
        var reader = new HttpResponseReader(buffer =>
        {
            buffer.AsSpan().Fill((byte)'a');
            return buffer.Count;
        });
        Assert.Contains(
            "a line is longer",
            Assert.Throws<TransferException>(() => reader.Read().ToArray()).Message,
            StringComparison.Ordinal);
    }

    private static Func<ArraySegment<byte>, int> Source(string text, int piece)
    {
        byte[] bytes = Encoding.Latin1.GetBytes(text);
        int at = 0;
        return buffer =>
        {
            int count = Math.Min(Math.Min(piece, buffer.Count), bytes.Length - at);
            bytes.AsSpan(at, count).CopyTo(buffer);
            at += count;
            return count;
        };
    }
}
