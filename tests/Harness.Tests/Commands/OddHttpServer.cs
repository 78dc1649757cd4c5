using System.Globalization;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>
/// A server of another make that answers each request as it is told, over any number of connections; it shares no code with ours.
/// </summary>
internal sealed class OddHttpServer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _disposing = new();
    private readonly Func<OddRequest, string> _answer;
    private readonly X509Certificate2? _certificate;
    private int _requests;

    /// <param name="answer">The whole answer to a request; an empty one closes the connection.</param>
    /// <param name="isEncrypted">True to speak TLS, with a certificate that nobody has signed.</param>
    public OddHttpServer(Func<OddRequest, string> answer, bool isEncrypted = false)
    {
        _answer = answer;
        if (isEncrypted)
        {
            using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
            var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
            _certificate = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        }

        _listener.Start();
        _ = AcceptAsync();
    }

    /// <summary>Requests so far.</summary>
    public int Requests => Volatile.Read(ref _requests);

    public string Url => string.Create(
        CultureInfo.InvariantCulture,
        $"http{(_certificate is null ? "" : "s")}://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}/file");

    public void Dispose()
    {
        _disposing.Cancel();
        _listener.Dispose();
        _certificate?.Dispose();
        _disposing.Dispose();
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                TcpClient client = await _listener.AcceptTcpClientAsync(_disposing.Token);
                new Thread(() => Serve(client)) { IsBackground = true, Name = "odd http" }.Start();
            }
        }
        catch (Exception exception) when (IsOver(exception))
        {
            // The test is over.
        }
    }

    private void Serve(TcpClient client)
    {
        using (client)
        {
            try
            {
                client.NoDelay = true;
                Stream stream = client.GetStream();
                if (_certificate is not null)
                {
                    var encrypted = new SslStream(stream);
                    encrypted.AuthenticateAsServer(_certificate);
                    stream = encrypted;
                }

                using (stream)
                {
                    using var reader = new BinaryReader(stream, Encoding.Latin1, leaveOpen: true);
                    while (true)
                    {
                        string head = ReadHead(reader);
                        byte[] body = ReadBody(reader, head);
                        string answer = _answer(new OddRequest(Interlocked.Increment(ref _requests), head, body));
                        if (answer.Length == 0)
                        {
                            return;
                        }

                        stream.Write(Encoding.Latin1.GetBytes(answer));
                    }
                }
            }
            catch (Exception exception) when (IsOver(exception))
            {
                // The client has closed, or the test is over.
            }
        }
    }

    private static bool IsOver(Exception exception) =>
        exception is IOException or SocketException or OperationCanceledException or ObjectDisposedException or InvalidOperationException
            or System.Security.Authentication.AuthenticationException;

    private static string ReadHead(BinaryReader reader)
    {
        var head = new StringBuilder();
        while (ReadLine(reader) is { Length: > 0 } line)
        {
            head.Append(line).Append("\r\n");
        }

        return head.Length > 0 ? head.ToString() : throw new EndOfStreamException();
    }

    private static byte[] ReadBody(BinaryReader reader, string head)
    {
        string? length = head.Split("\r\n")
            .FirstOrDefault(line => line.StartsWith("Content-Length: ", StringComparison.OrdinalIgnoreCase))?["Content-Length: ".Length..];
        if (length is not null)
        {
            return reader.ReadBytes(int.Parse(length, CultureInfo.InvariantCulture));
        }

        List<byte> body = [];
        while (head.Contains("chunked", StringComparison.OrdinalIgnoreCase))
        {
            int size = Convert.ToInt32(ReadLine(reader), 16);
            body.AddRange(reader.ReadBytes(size));
            ReadLine(reader);
            if (size == 0)
            {
                break;
            }
        }

        return [.. body];
    }

    private static string ReadLine(BinaryReader reader)
    {
        var line = new StringBuilder();
        while (reader.ReadByte() is var letter and not (byte)'\n')
        {
            line.Append((char)letter);
        }

        return line.ToString().TrimEnd('\r');
    }
}

/// <summary>A request.</summary>
/// <param name="Number">Its number, from 1.</param>
/// <param name="Head">Its head.</param>
/// <param name="Body">Its body.</param>
internal sealed record OddRequest(int Number, string Head, byte[] Body);
