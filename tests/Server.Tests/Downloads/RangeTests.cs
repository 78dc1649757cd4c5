using System.Globalization;

namespace FileTransfer.Server.Tests.Downloads;

/// <summary>Ranges and conditions by RFC 9110, as the server of our own answers them in one way of sending.</summary>
public abstract class RangeTests(FilesServer server, string way) : IClassFixture<FilesServer>
{
    private const int Size = FilesServer.SmallSize;

    private string Small => FilesServer.PathOf(way, "small.bin");

    /// <summary>Value of Range, first byte and number of bytes that must come: a part of 1000 bytes.</summary>
    public static TheoryData<string, int, int> Parts => new()
    {
        { "bytes=0-0", 0, 1 },
        { "bytes=0-999", 0, 1000 },
        { "bytes=0-", 0, 1000 },
        { "bytes=1-2", 1, 2 },
        { "Bytes=1-2", 1, 2 },
        { "bytes= 1-2 ", 1, 2 },
        { "bytes=999-", 999, 1 },
        { "bytes=999-999", 999, 1 },
        { "bytes=500-5000", 500, 500 },
        { "bytes=0-99999999999999999999", 0, 1000 },
        { "bytes=-1", 999, 1 },
        { "bytes=-1000", 0, 1000 },
        { "bytes=-5000", 0, 1000 },
        { "bytes=-99999999999999999999", 0, 1000 },
        { "bytes=0000000000000000000000001-2", 1, 2 },
    };

    /// <summary>Ranges that are malformed, reversed, empty or beyond the end.</summary>
    public static TheoryData<string> None => new()
    {
        "bytes=1000-",
        "bytes=1000-1000",
        "bytes=5-2",
        "bytes=-0",
        "bytes=",
        "bytes=-",
        "bytes=1",
        "bytes=abc",
        "bytes=1-x",
        "bytes=x-1",
        "bytes=--1",
        "bytes=-1-2",
        "bytes=1-2-3",
        "bytes=+1-2",
        "bytes=1.5-2",
        "bytes=0x1-2",
        "bytes=99999999999999999999-",
        "bytes=9223372036854775807-9223372036854775807",
    };

    /// <summary>What a server ignores: another unit, and more than one range.</summary>
    public static TheoryData<string> Ignored => new()
    {
        "lines=1-2",
        "octets=0-0",
        "1-2",
        "bytes 1-2",
        "bytes=0-1,5-6",
        "bytes=0-5,3-8",
        "bytes=5-2,7-1",
        "bytes=,",
        "bytes=" + string.Join(',', Enumerable.Range(0, 900).Select(number => $"{number}-")),
    };

    /// <summary>Headers with TAG and DATE to be filled in, and the status of the answer.</summary>
    public static TheoryData<string, int> Conditions => new()
    {
        { "If-None-Match: TAG", 304 },
        { "If-None-Match: W/TAG", 304 },
        { "If-None-Match: *", 304 },
        { "If-None-Match: \"other\", TAG", 304 },
        { "If-None-Match: \"a,b\",,W/\"c\" , TAG", 304 },
        { "If-None-Match: \"other\"\r\nIf-None-Match: TAG", 304 },
        { "If-None-Match: \"other\"", 200 },
        { "If-None-Match: other", 200 },
        { "If-None-Match: \"unterminated", 200 },
        { "If-None-Match:", 200 },
        { "If-Match: TAG", 200 },
        { "If-Match: *", 200 },
        { "If-Match: \"other\", TAG", 200 },
        { "If-Match: W/TAG", 412 },
        { "If-Match: \"other\"", 412 },
        { "If-Modified-Since: DATE", 304 },
        { "If-Modified-Since: Tue, 01 Jan 2999 00:00:00 GMT", 304 },
        { "If-Modified-Since: Mon, 01 Jan 2001 00:00:00 GMT", 200 },
        { "If-Modified-Since: Monday, 01-Jan-01 00:00:00 GMT", 200 },
        { "If-Modified-Since: Mon Jan  1 00:00:00 2001", 200 },
        { "If-Modified-Since: yesterday", 200 },
        { "If-Unmodified-Since: DATE", 200 },
        { "If-Unmodified-Since: Mon, 01 Jan 2001 00:00:00 GMT", 412 },
        { "If-Unmodified-Since: Mon Jan  1 00:00:00 2001", 412 },
        { "If-Unmodified-Since: yesterday", 200 },
        // A list of tags overrides a date: RFC 9110, 13.1.3 and 13.1.4.
        { "If-None-Match: \"other\"\r\nIf-Modified-Since: DATE", 200 },
        { "If-Match: TAG\r\nIf-Unmodified-Since: Mon, 01 Jan 2001 00:00:00 GMT", 200 },
        { "If-Match: \"other\"\r\nIf-None-Match: TAG", 412 },
        { "If-None-Match: TAG\r\nRange: bytes=0-1", 304 },
        { "If-Range: TAG\r\nRange: bytes=0-1", 206 },
        { "If-Range: DATE\r\nRange: bytes=0-1", 206 },
        { "If-Range: W/TAG\r\nRange: bytes=0-1", 200 },
        { "If-Range: \"other\"\r\nRange: bytes=0-1", 200 },
        { "If-Range: \"other\"\r\nRange: bytes=5000-", 200 },
        { "If-Range: Mon, 01 Jan 2001 00:00:00 GMT\r\nRange: bytes=0-1", 200 },
        { "If-Range: TAG", 200 },
        { "If-Something: else", 200 },
    };

    [Theory]
    [MemberData(nameof(Parts))]
    public void Range_WithinTheFile_IsThatPart(string range, int first, int count)
    {
        RawResponse response = server.Get(way, Small, $"Range: {range}\r\n");
        Assert.Equal(206, response.Status);
        Assert.Equal($"bytes {first}-{first + count - 1}/{Size}", response.Headers["content-range"]);
        Assert.Equal(count, response.Announced);
        Assert.Equal(server.BytesOf("small.bin")[first..(first + count)], response.Body);
    }

    [Theory]
    [MemberData(nameof(None))]
    public void Range_ThatIsNone_416WithTheLength(string range)
    {
        RawResponse response = server.Get(way, Small, $"Range: {range}\r\n");
        Assert.Equal((416, $"bytes */{Size}"), (response.Status, response.Headers["content-range"]));
        Assert.Contains("no such range", response.Text, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Ignored))]
    public void Range_OfAnotherUnitOrSeveral_IsTheWholeFile(string range)
    {
        RawResponse response = server.Get(way, Small, $"Range: {range}\r\n");
        Assert.Equal(200, response.Status);
        Assert.False(response.Headers.ContainsKey("content-range"));
        Assert.Equal(server.BytesOf("small.bin"), response.Body);
    }

    [Fact]
    public void Range_OfThousands_IsTooLong()
    {
        string range = string.Join(',', Enumerable.Range(0, 5000).Select(number => $"{number}-{number}"));
        Assert.Equal(431, server.Get(way, Small, $"Range: bytes={range}\r\n").Status);
    }

    [Theory]
    [InlineData("bytes=0-0")]
    [InlineData("bytes=0-")]
    [InlineData("bytes=-1")]
    public void Range_OfAnEmptyFile_416(string range)
    {
        RawResponse response = server.Get(way, FilesServer.PathOf(way, "empty"), $"Range: {range}\r\n");
        Assert.Equal((416, "bytes */0"), (response.Status, response.Headers["content-range"]));
    }

    [Fact]
    public void Range_OfHead_IsIgnored()
    {
        RawResponse response = server.Get(way, Small, "Range: bytes=1-2\r\n", "HEAD");
        Assert.Equal((200, Size, 0), (response.Status, (int)response.Announced, response.Body.Length));
    }

    /// <summary>Beyond what one call of the kernel moves, and at every boundary of the ways that FileSender picks.</summary>
    [Theory]
    [InlineData(1, 16 << 10)]
    [InlineData(4095, (16 << 10) + 1)]
    [InlineData(12_345, 64 << 10)]
    [InlineData(65_537, (64 << 10) + 1)]
    [InlineData(1, FilesServer.LargeSize - 1)]
    public void Range_OfALargeFile_IsThatPart(int first, int count)
    {
        string range = string.Create(CultureInfo.InvariantCulture, $"bytes={first}-{first + count - 1}");
        RawResponse response = server.Get(way, FilesServer.PathOf(way, "large.bin"), $"Range: {range}\r\n");
        Assert.Equal(206, response.Status);
        Assert.Equal(server.BytesOf("large.bin")[first..(first + count)], response.Body);
    }

    [Theory]
    [MemberData(nameof(Conditions))]
    public void Condition_OfAnyKind_HasTheStatusOfTheRfc(string headers, int status)
    {
        RawResponse first = server.Get(way, Small);
        (string tag, string date) = (first.Headers["etag"], first.Headers["last-modified"]);
        string filled = headers.Replace("TAG", tag, StringComparison.Ordinal).Replace("DATE", date, StringComparison.Ordinal);
        foreach (string method in (string[])["GET", "HEAD"])
        {
            RawResponse response = server.Get(way, Small, $"{filled}\r\n", method);
            // Ranges are for GET alone.
            Assert.Equal(method == "HEAD" && status == 206 ? 200 : status, response.Status);
            bool hasBody = method == "GET" && status is 200 or 206;
            Assert.Equal(hasBody ? (status == 206 ? 2 : Size) : 0, status == 412 ? 0 : response.Body.Length);
            if (status != 412)
            {
                Assert.Equal((tag, date), (response.Headers["etag"], response.Headers["last-modified"]));
            }

            // A response without content announces none: RFC 9110, 15.4.5.
            Assert.True(status != 304 || response.Announced == -1);
        }
    }

    [Fact]
    public void Tag_AfterTheFileChanged_IsAnother()
    {
        const string Name = "tagged";
        string path = server.Write(Name, 500, seed: 1);
        DateTime written = File.GetLastWriteTimeUtc(path);
        RawResponse before = server.Get(way, FilesServer.PathOf(way, Name));
        server.Write(Name, 500, seed: 2);
        File.SetLastWriteTimeUtc(path, written);
        RawResponse after = server.Get(way, FilesServer.PathOf(way, Name), $"If-None-Match: {before.Headers["etag"]}\r\n");
        Assert.Equal(200, after.Status);
        Assert.NotEqual(before.Headers["etag"], after.Headers["etag"]);
        Assert.Equal(before.Headers["last-modified"], after.Headers["last-modified"]);
        // The rest of the old file must not be put behind the beginning of the new one.
        RawResponse rest = server.Get(way, FilesServer.PathOf(way, Name), $"If-Range: {before.Headers["etag"]}\r\nRange: bytes=250-\r\n");
        Assert.Equal((200, 500), (rest.Status, rest.Body.Length));
    }
}

/// <summary>Ranges by FileSender.</summary>
public sealed class FileSenderRangeTests(FilesServer server) : RangeTests(server, "file-sender");

/// <summary>Ranges by sendfile(2).</summary>
public sealed class RawSendFileRangeTests(FilesServer server) : RangeTests(server, "raw-send-file");

/// <summary>Ranges by splice(2).</summary>
public sealed class RawSpliceRangeTests(FilesServer server) : RangeTests(server, "raw-splice");
