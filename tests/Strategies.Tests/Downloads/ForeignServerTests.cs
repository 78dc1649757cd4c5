using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Tests.Downloads;

/// <summary>Our clients fetch every byte of a file from servers that nobody here wrote: nginx, lighttpd and nghttpd.</summary>
public sealed class ForeignServerTests(PayloadFolder folder)
{
    private static readonly int[] s_sizes = [0, 1, 1000, 16_384, 65_537, 3_000_000];

    /// <summary>Server, transport, and one client of each kind that speaks it.</summary>
    private static readonly (string Server, string Transport, string[] Ids)[] s_cases =
    [
        ("nginx", Transport.Http, ["serve-copy", "serve-copy-get-stream", "serve-send-file-async-get-copy-to"]),
        ("nginx", Transport.Https, ["serve-copy-get-stream", "serve-send-file-async-get-copy-to"]),
        ("nginx", Transport.Https2, ["serve-copy-get-stream", "serve-send-file-async-get-copy-to"]),
        ("lighttpd", Transport.Http, ["serve-copy", "serve-copy-get-stream", "serve-send-file-async-get-copy-to"]),
        ("nghttpd", Transport.Http2, ["serve-copy-get-stream", "serve-send-file-async-get-copy-to"]),
    ];

    public static TheoryData<string, string, string> Cases =>
        [.. from one in s_cases from id in one.Ids select (one.Server, one.Transport, id)];

    public static TheoryData<string, string, string> FirstCases =>
        [.. from one in s_cases select (one.Server, one.Transport, one.Ids[0])];

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Transfer_EverySize_BringsTheFile(string name, string transport, string id)
    {
        (ForeignServer server, HttpEndPoint endpoint) = await StartAsync(name, transport, id);
        await using (server)
        {
            await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, new ConnectionOptions { Endpoint = endpoint });
            foreach (int size in s_sizes.Concat(s_sizes.Reverse()))
            {
                TestPayload file = folder.Get(size);
                Delivery delivery = await Transfers.RunAsync(strategy, file.Payload);
                Assert.Equal((size, file.Crc32C), (delivery.Bytes, delivery.Crc32C));
            }

            await Transfers.RepeatAsync(strategy, folder.Get(1000).Payload, count: 200);
        }
    }

    [Theory]
    [MemberData(nameof(FirstCases))]
    public async Task Transfer_OfWhatIsNotThere_IsRefused(string name, string transport, string id)
    {
        (ForeignServer server, HttpEndPoint endpoint) = await StartAsync(name, transport, id);
        await using (server)
        {
            await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, new ConnectionOptions { Endpoint = endpoint });
            TransferException exception = await Assert.ThrowsAsync<TransferException>(
                () => Transfers.RunAsync(strategy, folder.Missing(1000)));
            Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
            Assert.StartsWith("the server answered 404", exception.Message, StringComparison.Ordinal);
        }
    }

    private async Task<(ForeignServer Server, HttpEndPoint EndPoint)> StartAsync(string name, string transport, string id)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        using X509Certificate2 certificate = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        ForeignServer server = await ForeignServer.StartAsync(
            name,
            root => Fill(root, StrategyCatalog.Find(id).Dimensions.Serving!),
            (certificate.ExportCertificatePem(), key.ExportPkcs8PrivateKeyPem()));
        bool isEncrypted = transport is Transport.Https or Transport.Https2;
        var address = new Uri($"http{(isEncrypted ? "s" : "")}://127.0.0.1:{(isEncrypted ? server.TlsPort : server.Port)}");
        return (server, new HttpEndPoint(address, Transport.HttpVersion(transport))
        {
            CertificateSha256 = isEncrypted ? certificate.GetCertHashString(HashAlgorithmName.SHA256) : null,
            IsForeign = true,
            IsVerifying = true,
        });
    }

    private void Fill(string root, string way)
    {
        string path = Directory.CreateDirectory(Path.Combine(root, "serve", way)).FullName;
        foreach (int size in s_sizes)
        {
            string file = folder.Get(size).Payload.Path;
            File.Copy(file, Path.Combine(path, Path.GetFileName(file)));
        }
    }
}
