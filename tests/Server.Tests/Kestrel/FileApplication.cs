using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using FileTransfer.Sending.AspNetCore;
using FileTransfer.Server.Tests.Processes;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.StaticFiles;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.FileProviders;
using AspNetResults = Microsoft.AspNetCore.Http.Results;

namespace FileTransfer.Server.Tests.Kestrel;

/// <summary>An application that sends files in the usual ways, with the two lines or without.</summary>
internal sealed class FileApplication : IAsyncDisposable
{
    private readonly WebApplication _application;
    private readonly X509Certificate2 _certificate;
    private readonly MeterListener _meters = new();
    private readonly ConcurrentDictionary<string, long> _counts = new();

    private FileApplication(WebApplication application, X509Certificate2 certificate)
    {
        _application = application;
        _certificate = certificate;
        _meters.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Name == FileSenderMetrics.CounterName
                && ReferenceEquals(instrument.Meter.Scope, application.Services.GetService<IMeterFactory>()))
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _meters.SetMeasurementEventCallback<long>((_, count, tags, _) =>
        {
            string name = string.Join(' ', tags.ToArray().Select(tag => tag.Value));
            _counts.AddOrUpdate(name, count, (_, before) => before + count);
        });
        _meters.Start();
    }

    /// <summary>What fails in a request, in the order of the requests.</summary>
    public ConcurrentQueue<Exception> Failures { get; } = new();

    /// <summary>Address without TLS.</summary>
    public IPEndPoint Plain { get; private set; } = null!;

    /// <summary>Address with TLS.</summary>
    public IPEndPoint Secure { get; private set; } = null!;

    /// <summary>How many files went which way: "filesender", or "kestrel" and the reason.</summary>
    public IReadOnlyDictionary<string, long> Counts => _counts;

    /// <summary>Starts an application.</summary>
    /// <param name="folder">The folder that is served.</param>
    /// <param name="isOn">Whether the two lines are there.</param>
    /// <param name="before">Middleware before the second line.</param>
    /// <param name="behind">Middleware behind it.</param>
    /// <param name="limit">Sets Kestrel's limits.</param>
    /// <param name="wrap">Middleware of the plain listener's connections behind the first line.</param>
    /// <param name="wrapBefore">Middleware of the plain listener's connections before the first line.</param>
    public static async Task<FileApplication> StartAsync(
        string folder,
        bool isOn = true,
        Action<IApplicationBuilder>? before = null,
        Action<IApplicationBuilder>? behind = null,
        Action<KestrelServerLimits>? limit = null,
        Action<ListenOptions>? wrap = null,
        Action<ListenOptions>? wrapBefore = null)
    {
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.Services.AddMetrics();
        builder.Services.AddRoutingCore();
        builder.Services.AddResponseCompression();
        builder.Services.AddLogging();
        X509Certificate2 certificate = MakeCertificate();
        builder.WebHost.UseKestrelCore().UseKestrelHttpsConfiguration().ConfigureKestrel(kestrel =>
        {
            limit?.Invoke(kestrel.Limits);
            kestrel.Listen(IPAddress.Loopback, 0, listen =>
            {
                wrapBefore?.Invoke(listen);
                _ = isOn ? listen.UseFileSender() : listen;
                wrap?.Invoke(listen);
            });
            kestrel.Listen(IPAddress.Loopback, 0, listen =>
            {
                _ = isOn ? listen.UseFileSender() : listen;
                listen.UseHttps(certificate);
            });
            kestrel.Listen(IPAddress.Loopback, 0, listen =>
            {
                listen.Protocols = HttpProtocols.Http2;
                _ = isOn ? listen.UseFileSender() : listen;
            });
        });
        WebApplication application = builder.Build();
        var started = new FileApplication(application, certificate);
        application.Use(next => async context =>
        {
            try
            {
                await next(context);
            }
            catch (Exception exception)
            {
                started.Failures.Enqueue(exception);
                throw;
            }
        });
        before?.Invoke(application);
        if (isOn)
        {
            application.UseFileSender();
        }

        behind?.Invoke(application);
        var types = new FileExtensionContentTypeProvider();
        application.UseStaticFiles(new StaticFileOptions
        {
            FileProvider = new PhysicalFileProvider(folder),
            RequestPath = "/static",
            ContentTypeProvider = types,
            ServeUnknownFileTypes = true,
        });
        application.UseRouting();
        application.UseEndpoints(_ => { });
        application.MapGet("/results/{name}", (string name) => AspNetResults.File(
            Path.Combine(folder, name), "application/octet-stream", enableRangeProcessing: true));
        application.MapGet(
            "/send/{name}",
            (HttpContext context, string name) => context.Response.SendFileAsync(Path.Combine(folder, name)));
        application.MapGet(
            "/parts/{name}",
            (HttpContext context, string name, bool? length) => SendPartsAsync(context, Path.Combine(folder, name), length == true));
        application.MapGet("/json", () => AspNetResults.Text("{\"small\":true}", "application/json"));
        await application.StartAsync();
        string[] addresses = [.. application.Urls];
        started.Plain = IPEndPoint.Parse(new Uri(addresses[0]).Authority);
        started.Secure = IPEndPoint.Parse(new Uri(addresses[1]).Authority);
        started.Http2 = IPEndPoint.Parse(new Uri(addresses[2]).Authority);
        return started;
    }

    /// <summary>Address of HTTP/2 without TLS.</summary>
    public IPEndPoint Http2 { get; private set; } = null!;

    /// <summary>A connection to the plain address.</summary>
    public Socket Connect(int? receiveBuffer = null)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { ReceiveTimeout = (int)ServerCommand.Limit.TotalMilliseconds };
        socket.ReceiveBufferSize = receiveBuffer ?? socket.ReceiveBufferSize;
        socket.Connect(Plain);
        return socket;
    }

    /// <summary>Everything that comes for a request, as it came, until the server closes.</summary>
    public byte[] Raw(string request)
    {
        using Socket socket = Connect();
        socket.Send(Encoding.Latin1.GetBytes(request));
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
            // It broke a response off.
        }

        return received.ToArray();
    }

    /// <summary>Waits until so many files were counted.</summary>
    public async Task<long> CountAsync(string way, long atLeast)
    {
        for (int i = 0; i < 500 && Counts.GetValueOrDefault(way) < atLeast; i++)
        {
            await Task.Delay(10);
        }

        return Counts.GetValueOrDefault(way);
    }

    /// <summary>Stops it as a signal does: requests under way may come to their end.</summary>
    public Task StopAsync() => _application.StopAsync();

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        _meters.Dispose();
        await _application.DisposeAsync();
        _certificate.Dispose();
    }

    /// <summary>A client for a version of HTTP.</summary>
    public HttpClient Client(Version version, bool isSecure)
    {
        var handler = new SocketsHttpHandler
        {
            UseProxy = false,
            SslOptions =
            {
                RemoteCertificateValidationCallback = (_, shown, _, _) => shown?.GetCertHashString() == _certificate.GetCertHashString(),
            },
        };
        IPEndPoint address = isSecure ? Secure : version.Major == 2 ? Http2 : Plain;
        return new HttpClient(handler)
        {
            BaseAddress = new Uri(string.Create(CultureInfo.InvariantCulture, $"{(isSecure ? "https" : "http")}://{address}")),
            DefaultRequestVersion = version,
            DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Timeout = ServerCommand.Limit,
        };
    }

    /// <summary>Text, a file, text, a part of the file, text.</summary>
    private static async Task SendPartsAsync(HttpContext context, string path, bool hasLength)
    {
        long length = new FileInfo(path).Length;
        context.Response.ContentLength = hasLength ? length + (length / 2) + 15 : null;
        await context.Response.WriteAsync("first");
        await context.Response.SendFileAsync(path);
        await context.Response.WriteAsync("middl");
        await context.Response.SendFileAsync(path, length / 2, length / 2);
        await context.Response.WriteAsync("last.");
    }

    private static X509Certificate2 MakeCertificate()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        using X509Certificate2 made = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256)
            .CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        return X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pkcs12), null);
    }
}
