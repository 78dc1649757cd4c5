using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using FileTransfer.Sending.AspNetCore;

namespace FileTransfer.Server.Tests.Kestrel;

/// <summary>What ASP.NET answers with the two lines is, byte for byte, what it answers without them.</summary>
public sealed partial class SameAnswersTests : IDisposable
{
    private const string Tag = "\"TAG\"";

    private static readonly string[] s_names =
        ["empty", "one", "small.txt", "edge.bin", "large.bin", "missing", "%2e%2e/secret", "folder", "with%20space.bin"];

    private static readonly string[] s_methods = ["GET", "HEAD"];

    /// <summary>Header lines of a request; TAG and DATE stand for those of the file.</summary>
    private static readonly string[] s_headers =
    [
        "",
        "Range: bytes=0-0",
        "Range: bytes=0-39999",
        "Range: bytes=100-",
        "Range: bytes=-40000",
        "Range: bytes=100-50",
        "Range: bytes=0-99999999",
        "Range: bytes=99999999-",
        "Range: bytes=0-1,5-6",
        "Range: lines=1-2",
        "Range: nonsense",
        "If-None-Match: TAG",
        "If-None-Match: \"other\"",
        "If-None-Match: *",
        "If-Match: TAG",
        "If-Match: \"other\"",
        "If-Modified-Since: DATE",
        "If-Modified-Since: Mon, 01 Jan 2001 00:00:00 GMT",
        "If-Unmodified-Since: DATE",
        "If-Unmodified-Since: Mon, 01 Jan 2001 00:00:00 GMT",
        "If-Range: TAG\r\nRange: bytes=100-",
        "If-Range: \"other\"\r\nRange: bytes=100-",
        "If-Range: DATE\r\nRange: bytes=-40000",
    ];

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("filetransfer-kestrel-");

    public SameAnswersTests()
    {
        Directory.CreateDirectory(Path.Combine(_folder.FullName, "folder"));
        foreach ((string name, int size) in ((string, int)[])
        [
            ("empty", 0), ("one", 1), ("small.txt", 1000), ("edge.bin", (int)FileSenderBody.Smallest), ("large.bin", 300_000),
            ("with space.bin", 50_000),
        ])
        {
            File.WriteAllBytes(Path.Combine(_folder.FullName, name), Content.Of(size, seed: 7));
        }
    }

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [InlineData("static")]
    [InlineData("results")]
    [ExhaustiveInlineData("send")]
    [ExhaustiveInlineData("parts")]
    public async Task Requests_SomeHundred_AreAnsweredAlike(string way)
    {
        await using FileApplication with = await FileApplication.StartAsync(_folder.FullName);
        await using FileApplication without = await FileApplication.StartAsync(_folder.FullName, isOn: false);
        int count = 0;
        foreach (string name in s_names)
        {
            string target = $"/{way}/{name}";
            string head = Encoding.Latin1.GetString(without.Raw($"HEAD /static/{name} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
            string tag = TagLine().Match(head) is { Success: true } line ? line.Groups[1].Value : Tag;
            string date = ModifiedLine().Match(head) is { Success: true } modified ? modified.Groups[1].Value : "x";
            foreach (string method in s_methods)
            {
                foreach (string header in s_headers)
                {
                    string lines = header.Replace("TAG", tag, StringComparison.Ordinal).Replace("DATE", date, StringComparison.Ordinal);
                    lines += lines.Length > 0 ? "\r\n" : "";
                    string request = $"{method} {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{lines}\r\n";
                    Compare(request, without.Raw(request), with.Raw(request));
                    count++;
                }
            }
        }

        string few = string.Create(CultureInfo.InvariantCulture, $"{count} requests");
        Assert.True(count >= 300, few);
        Assert.Equal(without.Failures.Select(failure => failure.GetType()), with.Failures.Select(failure => failure.GetType()));
        Assert.True(way == "parts" || with.Counts.GetValueOrDefault("filesender") > 0, "not one was sent by FileSender");
    }

    private static void Compare(string request, byte[] expected, byte[] actual)
    {
        (string expectedHead, byte[] expectedBody) = Split(expected);
        (string actualHead, byte[] actualBody) = Split(actual);
        Assert.Equal((request, expectedHead), (request, actualHead));
        Assert.True(expectedBody.AsSpan().SequenceEqual(actualBody), $"another body for: {request}");
    }

    /// <summary>The head without its date, and the body without its chunks: how long each is depends on the moment.</summary>
    private static (string Head, byte[] Body) Split(byte[] answer)
    {
        int end = answer.AsSpan().IndexOf("\r\n\r\n"u8);
        Assert.True(end > 0, "no answer");
        string head = DateLine().Replace(Encoding.Latin1.GetString(answer, 0, end), "");
        byte[] body = answer[(end + 4)..];
        return (head, head.Contains("Transfer-Encoding: chunked", StringComparison.Ordinal) ? Join(body) : body);
    }

    private static byte[] Join(ReadOnlySpan<byte> chunks)
    {
        var joined = new MemoryStream();
        while (chunks.Length > 0)
        {
            int line = chunks.IndexOf("\r\n"u8);
            int length = int.Parse(Encoding.ASCII.GetString(chunks[..line]), NumberStyles.HexNumber, CultureInfo.InvariantCulture);
            joined.Write(chunks.Slice(line + 2, length));
            Assert.True(chunks[(line + 2 + length)..].StartsWith("\r\n"u8), "a chunk without its end");
            chunks = chunks[(line + 4 + length)..];
            if (length == 0)
            {
                break;
            }
        }

        Assert.True(chunks.IsEmpty, "bytes behind the last chunk");
        return joined.ToArray();
    }

    [GeneratedRegex("\r\nETag: (.*)")]
    private static partial Regex TagLine();

    [GeneratedRegex("\r\nLast-Modified: (.*)")]
    private static partial Regex ModifiedLine();

    [GeneratedRegex("\r\nDate: .*")]
    private static partial Regex DateLine();
}
