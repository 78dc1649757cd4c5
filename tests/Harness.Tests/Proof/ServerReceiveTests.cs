using System.Net;
using System.Security.Cryptography;
using FileTransfer.Harness.Tracing;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Harness.Tests.Proof;

/// <summary>How much the server takes from the kernel at once, as strace(1) sees it: that is what its tuning is for.</summary>
public sealed class ServerReceiveTests
{
    private const int Size = 1 << 20;
    private const int Count = 5;

    /// <summary>Kestrel's own block.</summary>
    private const int UntunedBlock = 4096;

    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    private static readonly (string Kind, Version Version, bool IsTuned)[] s_receivers =
    [
        ("http", HttpVersion.Version11, true),
        ("http2", HttpVersion.Version20, true),
        ("https", HttpVersion.Version11, true),
        ("http-default", HttpVersion.Version11, false),
    ];

    [ExhaustiveFact]
    public async Task Put_1M_IsReceivedInMoreThanABlockOfKestrelOnlyWhereTuned()
    {
        Strace.SkipUnlessPossible();
        using var folder = new TemporaryFolder();
        string trace = folder.File("trace");
        ServerReady ready = await StracedServer.RunAsync(trace, "read,readv,recvfrom,recvmsg", [], PutToAllAsync);

        SystemCall[] calls = [.. SystemCall.ParseAll(File.ReadLines(trace)).Where(call => call.Descriptors.Count > 0)];
        foreach ((string kind, _, bool isTuned) in s_receivers)
        {
            string connection = $"TCP:[{new Uri(ready.Endpoints[kind]).Authority}->";
            long[] received =
                [.. calls.Where(call => call.Descriptors[0].StartsWith(connection, StringComparison.Ordinal)).Select(call => call.Moved)];
            Assert.True(
                received.Sum() >= (long)Count * Size,
                $"{kind}: {Count} files of {Size} bytes were put, and {received.Sum()} bytes received");
            Assert.True(
                received.Max() > UntunedBlock == isTuned,
                $"{kind}: expected to receive {(isTuned ? "more than" : "at most")} "
                + $"{UntunedBlock} bytes at a time; the most was {received.Max()}");
        }
    }

    private static async Task PutToAllAsync(ServerReady ready)
    {
        foreach ((string kind, Version version, _) in s_receivers)
        {
            using var handler = new SocketsHttpHandler { UseProxy = false };
            handler.SslOptions.RemoteCertificateValidationCallback = (_, certificate, _, _) =>
                certificate?.GetCertHashString(HashAlgorithmName.SHA256) == ready.CertificateSha256;
            using var client = new HttpClient(handler)
            {
                DefaultRequestVersion = version,
                DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
                Timeout = s_limit,
            };
            for (int i = 0; i < Count; i++)
            {
                using HttpResponseMessage response = await client.PutAsync(
                    $"{ready.Endpoints[kind]}/upload", new ByteArrayContent(new byte[Size]), TestContext.Current.CancellationToken);
                Assert.Equal(HttpStatusCode.OK, response.StatusCode);
            }
        }
    }
}
