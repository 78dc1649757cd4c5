using System.Globalization;

namespace FileTransfer.Server.Tests.Downloads;

/// <summary>Ranges that are bad in some way, asked of the ways on Kestrel: each has one status, and what comes is of the file.</summary>
public sealed class KestrelRangeTests(FilesServer server) : IClassFixture<FilesServer>
{
    private const int Size = FilesServer.SmallSize;

    private static readonly CultureInfo s_culture = CultureInfo.InvariantCulture;

    /// <summary>Ranges, and the status of ASP.NET's own processing: what it cannot read it ignores, as RFC 9110, 14.2 allows.</summary>
    private static readonly (string Range, int Status)[] s_ranges =
    [
        ("bytes=1-2", 206),
        ("bytes=-1", 206),
        ("bytes=999-99999", 206),
        ("bytes=5-2", 200),
        ("bytes=1000-", 416),
        ("bytes=5000-6000", 416),
        ("bytes=-0", 416),
        ("bytes=", 200),
        ("bytes=x-y", 200),
        ("bytes=99999999999999999999-", 200),
        // RFC 9110, 14.2: another unit must be ignored. ASP.NET does not look at the unit.
        ("lines=1-2", 206),
        ("bytes=0-1,5-6", 200),
        ("bytes=0-5,3-8", 200),
        ("bytes=" + string.Join(',', Enumerable.Range(0, 5000).Select(number => $"{number % 1000}-")), 200),
    ];

    public static TheoryData<string, bool> Ways =>
        [.. from way in FilesServer.Ways.Where(way => FilesServer.KindOf(way) != "http-file-sender")
            select (way, way is "static-files" or "results-file")];

    [Theory]
    [MemberData(nameof(Ways))]
    public void Range_BadInSomeWay_HasOneStatusAndBytesOfTheFile(string way, bool hasRanges)
    {
        byte[] file = server.BytesOf("small.bin");
        foreach ((string range, int status) in s_ranges)
        {
            RawResponse response = server.Get(way, FilesServer.PathOf(way, "small.bin"), $"Range: {range}\r\n");
            string asked = range.Length > 50 ? range[..50] : range;
            int first = response.Headers.TryGetValue("content-range", out string? part) && response.Status == 206
                ? int.Parse(part.AsSpan("bytes ".Length, part.IndexOf('-', StringComparison.Ordinal) - "bytes ".Length), s_culture)
                : 0;
            // The other ways know no ranges, and send the whole file.
            Assert.Equal((asked, hasRanges ? status : 200), (asked, response.Status));
            byte[] expected = response.Status switch
            {
                416 => [],
                _ => file[first..],
            };
            Assert.Equal(expected[..response.Body.Length], response.Body);
            Assert.True(response.Status != 200 || response.Body.Length == Size);
            Assert.Equal(Math.Max(0, response.Announced), response.Body.Length);
        }
    }
}
