using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace FileTransfer.Strategies.Tests.Downloads;

/// <summary>A web server that nobody here wrote, started for one test on ports of its own, with a folder of files.</summary>
/// <remarks>The folder has the paths that our clients ask for, so that neither end has to be told of the other.</remarks>
internal sealed class ForeignServer : IAsyncDisposable
{
    private static readonly TimeSpan s_limit = Hang.Limit;

    /// <summary>The solution builds it beside these tests.</summary>
    private static readonly string s_sample = Path.Combine(
        AppContext.BaseDirectory, "..", "..", "KestrelFiles", "release", "KestrelFiles.dll");

    private readonly DirectoryInfo _folder;
    private readonly Process _process;
    private readonly Task<string> _words;

    private ForeignServer(DirectoryInfo folder, Process process, int port, int tlsPort)
    {
        _folder = folder;
        _process = process;
        Port = port;
        TlsPort = tlsPort;
        _words = process.StandardError.ReadToEndAsync();
    }

    /// <summary>The folder that is served; nginx stores there what is put below /dav/.</summary>
    public string Root => Path.Combine(_folder.FullName, "root");

    /// <summary>The port without TLS.</summary>
    public int Port { get; }

    /// <summary>The port with TLS.</summary>
    public int TlsPort { get; }

    /// <summary>Starts a server over a folder, or skips the test where it is not installed.</summary>
    /// <param name="name">nginx, lighttpd, nghttpd, caddy, python3 (its http.server), or dotnet (samples/KestrelFiles).</param>
    /// <param name="fill">Puts files into the folder that is served.</param>
    /// <param name="certificate">Certificate and key in PEM, in one file each.</param>
    public static async Task<ForeignServer> StartAsync(string name, Action<string> fill, (string Certificate, string Key) certificate)
    {
        string? program = name == "dotnet"
            ? name
            : ((string[])["/usr/sbin", "/usr/bin"]).Select(folder => Path.Combine(folder, name)).FirstOrDefault(File.Exists);
        Assert.SkipUnless(program is not null, $"needs {name}");
        Assert.SkipUnless(name != "dotnet" || File.Exists(s_sample), "needs samples/KestrelFiles, which a build of the solution makes");
        DirectoryInfo folder = Directory.CreateTempSubdirectory($"filetransfer-{name}-");
        string root = Directory.CreateDirectory(Path.Combine(folder.FullName, "root")).FullName;
        fill(root);
        int port = FreePorts.Take(2);
        int tlsPort = port + 1;
        string certificateFile = Path.Combine(folder.FullName, "certificate.pem");
        string keyFile = Path.Combine(folder.FullName, "key.pem");
        File.WriteAllText(certificateFile, certificate.Certificate);
        File.WriteAllText(keyFile, certificate.Key);
        string configuration = Path.Combine(folder.FullName, "configuration");
        string[] arguments;
        switch (name)
        {
            case "nginx":
                File.WriteAllText(configuration, Nginx(folder.FullName, root, port, tlsPort, certificateFile, keyFile));
                arguments = ["-c", configuration, "-p", folder.FullName, "-e", "stderr"];
                break;
            case "lighttpd":
                File.WriteAllText(configuration, Lighttpd(root, port));
                arguments = ["-D", "-f", configuration];
                break;
            case "caddy":
                File.WriteAllText(configuration, Caddy(root, port));
                arguments = ["run", "--config", configuration, "--adapter", "caddyfile"];
                break;
            case "python3":
                // It speaks HTTP/1.0 unless it is told otherwise.
                arguments = ["-m", "http.server", $"{port}", "--bind", "127.0.0.1", "--directory", root, "--protocol", "HTTP/1.1"];
                break;
            case "dotnet":
                arguments = [s_sample, "--files", root, "--port", $"{port}"];
                break;
            default:
                arguments = ["--no-tls", "--address=127.0.0.1", $"--htdocs={root}", port.ToString(CultureInfo.InvariantCulture)];
                break;
        }

        var start = new ProcessStartInfo(program!, arguments) { RedirectStandardError = true, RedirectStandardOutput = true };
        // Where caddy keeps what it would find again.
        start.Environment["XDG_CONFIG_HOME"] = start.Environment["XDG_DATA_HOME"] = folder.FullName;
        var server = new ForeignServer(folder, Process.Start(start)!, port, tlsPort);
        try
        {
            // nginx listens on one port after the other.
            foreach (int each in name == "nginx" ? [port, tlsPort] : (int[])[port])
            {
                await server.WaitAsync(each);
            }

            return server;
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        using (_process)
        {
            // One process each: nginx has no master here.
            _process.Kill();
            await _process.WaitForExitAsync().WaitAsync(s_limit);
        }

        _folder.Delete(recursive: true);
    }

    private static string Nginx(string folder, string root, int port, int tlsPort, string certificate, string key) => $$"""
        daemon off;
        master_process off;
        pid {{folder}}/pid;
        error_log stderr;
        {{(Environment.IsPrivilegedProcess ? "user root;" : "")}}
        events { }
        http {
            access_log off;
            sendfile on;
            default_type application/octet-stream;
            keepalive_requests 100000;
            client_body_temp_path {{folder}}/body;
            proxy_temp_path {{folder}}/proxy;
            fastcgi_temp_path {{folder}}/fastcgi;
            uwsgi_temp_path {{folder}}/uwsgi;
            scgi_temp_path {{folder}}/scgi;
            server {
                listen 127.0.0.1:{{port}};
                listen 127.0.0.1:{{tlsPort}} ssl http2;
                ssl_certificate {{certificate}};
                ssl_certificate_key {{key}};
                root {{root}};
                location /dav/ {
                    dav_methods PUT;
                    create_full_put_path on;
                    client_max_body_size 0;
                }
            }
        }
        """;

    private static string Caddy(string root, int port) => $$"""
        {
            admin off
            auto_https off
        }
        http://127.0.0.1:{{port}} {
            bind 127.0.0.1
            root * {{root}}
            file_server
        }
        """;

    private static string Lighttpd(string root, int port) => $$"""
        server.document-root = "{{root}}"
        server.bind = "127.0.0.1"
        server.port = {{port}}
        server.max-keep-alive-requests = 100000
        server.errorlog = "/dev/stderr"
        mimetype.assign = ( "" => "application/octet-stream" )
        """;

    private async Task WaitAsync(int port)
    {
        long end = Environment.TickCount64 + (long)s_limit.TotalMilliseconds;
        while (true)
        {
            Assert.False(_process.HasExited, $"{_process.StartInfo.FileName} ended: {(_process.HasExited ? await _words : "")}");
            Assert.True(Environment.TickCount64 < end, $"{_process.StartInfo.FileName} does not listen");
            using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
            try
            {
                await socket.ConnectAsync(IPAddress.Loopback, port);
                return;
            }
            catch (SocketException)
            {
                await Task.Delay(20);
            }
        }
    }
}
