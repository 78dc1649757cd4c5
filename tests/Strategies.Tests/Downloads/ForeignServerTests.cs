using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Tests.Downloads;

/// <summary>Our clients fetch every byte of a file from servers that nobody here wrote: nginx, lighttpd and nghttpd.</summary>
public sealed class ForeignServerTests(PayloadFolder folder)
{
    private const string Missing = "missing";
    private static readonly int[] s_sizes = [0, 1, 1000, 16_384, 65_537, 3_000_000];

    /// <summary>Server, transport, and the clients that speak it.</summary>
    private static readonly (string Server, string Transport, string[] Clients)[] s_cases =
    [
        ("nginx", Transport.Http, ["get-drain", "get-drain-8k", "get-stream", "get-copy-to"]),
        ("nginx", Transport.Https, ["get-stream", "get-copy-to"]),
        ("nginx", Transport.Https2, ["get-stream", "get-copy-to"]),
        ("lighttpd", Transport.Http, ["get-drain", "get-drain-8k", "get-stream", "get-copy-to"]),
        ("nghttpd", Transport.Http2, ["get-stream", "get-copy-to"]),
        ("caddy", Transport.Http, ["get-drain", "get-drain-8k", "get-stream", "get-copy-to"]),
        ("python3", Transport.Http, ["get-drain", "get-stream"]),
        ("dotnet", Transport.Http, ["get-drain", "get-drain-8k", "get-stream", "get-copy-to"]),
    ];

    public static TheoryData<string, string, string> Cases =>
        [.. from one in s_cases from client in one.Clients select (one.Server, one.Transport, client)];

    public static TheoryData<string, string, string> FirstCases =>
        [.. from one in s_cases select (one.Server, one.Transport, one.Clients[0])];

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Transfer_EverySize_BringsTheFile(string name, string transport, string client)
    {
        ForeignServer server = await StartAsync(name);
        await using (server)
        {
            foreach (int size in s_sizes)
            {
                TestPayload file = folder.Get(size);
                await using ITransferStrategy strategy = await ConnectAsync(server, transport, client, Path.GetFileName(file.Payload.Path));
                for (int i = 0; i < 3; i++)
                {
                    Delivery delivery = await Transfers.RunAsync(strategy, file.Payload);
                    Assert.Equal((size, file.Crc32C), (delivery.Bytes, delivery.Crc32C));
                }
            }
        }
    }

    [Theory]
    [MemberData(nameof(FirstCases))]
    public async Task Transfer_OfWhatIsNotThere_IsRefused(string name, string transport, string client)
    {
        ForeignServer server = await StartAsync(name);
        await using (server)
        {
            await using ITransferStrategy strategy = await ConnectAsync(server, transport, client, Missing);
            TransferException exception = await Assert.ThrowsAsync<TransferException>(
                () => Transfers.RunAsync(strategy, folder.Get(1000).Payload));
            Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
            Assert.StartsWith("the server answered 404", exception.Message, StringComparison.Ordinal);
            Assert.EndsWith("there is nothing at this address", exception.Message, StringComparison.Ordinal);
        }
    }

    /// <summary>The certificate is signed by nobody.</summary>
    [Theory]
    [InlineData(Transport.Https)]
    [InlineData(Transport.Https2)]
    public async Task Transfer_WithAnUnknownCertificate_IsRefusedUnlessInsecure(string transport)
    {
        ForeignServer server = await StartAsync("nginx");
        await using (server)
        {
            TestPayload file = folder.Get(1000);
            await using ITransferStrategy strategy = await ConnectAsync(
                server, transport, "get-stream", Path.GetFileName(file.Payload.Path), isInsecure: false);
            TransferException exception = await Assert.ThrowsAsync<TransferException>(() => Transfers.RunAsync(strategy, file.Payload));
            Assert.Equal(TransferErrorKind.ConnectFailed, exception.Kind);
            Assert.EndsWith("--insecure accepts any certificate", exception.Message, StringComparison.Ordinal);
        }
    }

    /// <summary>WebDAV, to a server that announces nothing of what it has stored: its file is looked at.</summary>
    [Theory]
    [InlineData("http-put-stream")]
    [InlineData("http-put-send-file")]
    [InlineData("http-put-buffered")]
    [InlineData("http-put-pipe")]
    public async Task Transfer_UploadByWebDav_IsStored(string client)
    {
        ForeignServer server = await StartAsync("nginx");
        await using (server)
        {
            foreach (int size in s_sizes)
            {
                TestPayload file = folder.Get(size);
                await using ITransferStrategy strategy = await ConnectAsync(server, Transport.Http, client, $"dav/{size}");
                for (int i = 0; i < 3; i++)
                {
                    Assert.Equal(size, (await Transfers.RunAsync(strategy, file.Payload)).Bytes);
                }

                Assert.Equal(
                    await File.ReadAllBytesAsync(file.Payload.Path, TestContext.Current.CancellationToken),
                    await File.ReadAllBytesAsync(Path.Combine(server.Root, "dav", $"{size}"), TestContext.Current.CancellationToken));
            }
        }
    }

    private static Task<ITransferStrategy> ConnectAsync(
        ForeignServer server, string transport, string client, string path, bool isInsecure = true)
    {
        bool isEncrypted = transport is Transport.Https or Transport.Https2;
        var url = new Uri($"http{(isEncrypted ? "s" : "")}://127.0.0.1:{(isEncrypted ? server.TlsPort : server.Port)}/{path}");
        var target = new UrlTarget(url, new UrlOptions { IsInsecure = isInsecure });
        return Transfers.ConnectAsync(
            $"{client}@{url}",
            new ConnectionOptions { Endpoint = target.EndPoint(Transport.HttpVersion(transport), isVerifying: true) });
    }

    private async Task<ForeignServer> StartAsync(string name)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        using X509Certificate2 certificate = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        return await ForeignServer.StartAsync(name, Fill, (certificate.ExportCertificatePem(), key.ExportPkcs8PrivateKeyPem()));
    }

    private void Fill(string root)
    {
        foreach (int size in s_sizes)
        {
            string file = folder.Get(size).Payload.Path;
            File.Copy(file, Path.Combine(root, Path.GetFileName(file)));
        }
    }
}
