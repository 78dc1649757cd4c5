using System.Globalization;
using System.Security.Cryptography;
using FileTransfer.Senders.Servers;
using FileTransfer.Strategies.Downloads;
using OpenQA.Selenium.Chrome;

namespace FileTransfer.Harness.Tests.Browser;

/// <summary>A browser fetches files from the real server in every way of serving, whole and in parts.</summary>
public sealed class BrowserDownloadTests(BrowserFixture fixture, BrowserDownloadTests.Served served)
    : BrowserTests(fixture), IClassFixture<BrowserDownloadTests.Served>
{
    private const string Fetch = """
        const [path, range, done] = arguments;
        const headers = range ? { Range: range } : {};
        fetch(path, { headers, cache: 'no-store' })
            .then(async response => {
                const body = await response.arrayBuffer();
                const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
                const hex = Array.from(digest, one => one.toString(16).padStart(2, '0')).join('');
                const protocol = performance.getEntriesByName(response.url).at(-1).nextHopProtocol;
                done(`${response.status} ${body.byteLength} ${hex} ${protocol}`);
            })
            .catch(error => done(String(error)));
        """;

    /// <summary>Beneath Kestrel its own ways go on as they are.</summary>
    public static TheoryData<string, string> Ways =>
    [
        ("static-files", "http-kestrel-socket"),
        .. from way in ServingWay.All
           from kind in way.Transports.Count == 1 ? way.Transports : ["http", "https"]
           select (way.Name, kind),
    ];

    [ExhaustiveTheory]
    [MemberData(nameof(Ways))]
    public void Fetch_WholeAndInPart_IsTheFile(string way, string kind)
    {
        ChromeDriver browser = Fixture.Open();
        // A page of the server itself, from which its files may be fetched.
        browser.Url = $"{served.Process.Ready.Endpoints[kind]}/serve/{way}/no-such-file";
        string protocol = kind == "https" ? "h2" : "http/1.1";
        Assert.Equal(Expected("200", served.Content, protocol), Run(browser, way, range: null));
        bool hasRanges = ServingWay.OnSockets.Any(one => one.Name == way) || way is "static-files" or "results-file";
        string part = hasRanges ? Expected("206", served.Content.AsSpan(1000, 1001), protocol) : Expected("200", served.Content, protocol);
        Assert.Equal(part, Run(browser, way, "bytes=1000-2000"));
        Assert.Equal(Expected("200", served.Content, protocol), Run(browser, way, range: null));
    }

    [ExhaustiveFact]
    public void Download_ByAVisit_IsTheFile()
    {
        ChromeDriver browser = Fixture.Open();
        Fixture.Command("Browser.setDownloadBehavior", ("behavior", "allow"), ("downloadPath", Fixture.Downloads));
        foreach (string kind in (string[])["http", "http-file-sender", "http-kestrel-socket"])
        {
            string way = ServingWay.All.First(one => one.Transports[0] == kind).Name;
            browser.Url = served.Process.Ready.Endpoints[kind] + ServingWay.All.Single(one => one.Name == way).PathOf(Served.Name);
            string path = Path.Combine(Fixture.Downloads, Served.Name);
            Wait(browser, () => File.Exists(path));
            Assert.Equal(served.Content, File.ReadAllBytes(path));
            File.Delete(path);
        }
    }

    private static string Run(ChromeDriver browser, string way, string? range) =>
        Assert.IsType<string>(browser.ExecuteAsyncScript(Fetch, $"/serve/{way}/{Served.Name}", range ?? ""));

    private static string Expected(string status, ReadOnlySpan<byte> content, string protocol) => string.Create(
        CultureInfo.InvariantCulture,
        $"{status} {content.Length} {Convert.ToHexStringLower(SHA256.HashData(content))} {protocol}");

    /// <summary>The server, and the file that it serves.</summary>
    public sealed class Served : IAsyncLifetime
    {
        public const string Name = "served.bin";

        private readonly TemporaryFolder _folder = new();

        public byte[] Content { get; } = new byte[3_000_000];

        internal ServerProcess Process { get; private set; } = null!;

        public async ValueTask InitializeAsync()
        {
            new Random(5).NextBytes(Content);
            string path = _folder.File(Name);
            await File.WriteAllBytesAsync(path, Content);
            Process = await ServerProcess.StartAsync(["--files", path], CancellationToken.None);
        }

        public async ValueTask DisposeAsync()
        {
            await Process.DisposeAsync();
            _folder.Dispose();
        }
    }
}
