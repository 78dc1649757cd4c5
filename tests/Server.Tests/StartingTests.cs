using System.Globalization;
using System.Net;
using System.Net.Sockets;
using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests;

/// <summary>What the server program makes of its options.</summary>
public sealed class StartingTests
{
    /// <summary>That of the control endpoint and, after it, those of the receivers.</summary>

    [Theory]
    [InlineData("--port", "port")]
    [ExhaustiveInlineData("--port 70000", "--port: must be 0 to 65000")]
    [ExhaustiveInlineData("--port -1", "--port: must be 0 to 65000")]
    [InlineData("--port http", "--port: must be 0 to 65000")]
    [InlineData("--bind nowhere", "'nowhere' is not an IP address")]
    [InlineData("--max-length 1.5", "'1.5' is not a size")]
    [InlineData("--cpu first", "'first'")]
    [InlineData("--control here", "--control: 'here' is not an IP address")]
    [InlineData("--max-connections 0", "--max-connections: must be 1 to 1000000")]
    [ExhaustiveInlineData("--max-workers many", "--max-workers: must be 1 to 1000000")]
    [InlineData("--min-rate -1", "--min-rate: must be a number of bytes")]
    [ExhaustiveInlineData("--idle-timeout 5", "--idle-timeout: '5' is not a time from 1ms to 24d; write 200ms, 90s, 5m or 6h")]
    [ExhaustiveInlineData("--frame-timeout 0s", "--frame-timeout: '0s' is not a time")]
    [ExhaustiveInlineData("--handshake-timeout 1w", "--handshake-timeout: '1w' is not a time")]
    [InlineData("--grace 30d", "--grace: '30d' is not a time")]
    [InlineData("--log loudly", "--log: 'loudly' is neither events nor faults")]
    [InlineData("--keep /no/such/folder", "--keep: there is no folder /no/such/folder")]
    [InlineData("--receivers tcp,ftp", "--receivers: 'tcp,ftp' must name some of tcp, tcp-verify, tls")]
    [InlineData("--no-such", "'--no-such'")]
    public async Task Start_BadArguments_ExitCodeTwoAndAMessage(string arguments, string message)
    {
        (int exitCode, string _, string errors) = await ServerCommand.RunToEndAsync(arguments.Split(' '));
        Assert.Contains(message, errors, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", errors, StringComparison.Ordinal);
        Assert.Equal(2, exitCode);
    }

    [Fact]
    public async Task Start_Help_ExitCodeZeroNamingEveryOption()
    {
        (int exitCode, string output, string errors) = await ServerCommand.RunToEndAsync("--help");
        Assert.All(
            (string[])[
                "--bind", "--port", "--control", "--congestion-control", "--cpu", "--max-length", "--max-messages", "--max-connections",
                "--max-workers", "--min-rate", "--idle-timeout", "--frame-timeout", "--handshake-timeout", "--grace", "--token-file",
                "--keep", "--log",
            ],
            option => Assert.Contains(option, output, StringComparison.Ordinal));
        Assert.Equal("", errors);
        Assert.Equal(0, exitCode);
    }

    [Fact]
    public async Task Start_UnknownCongestionControl_ExitCodeOneListingTheValidOnes()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "TCP_CONGESTION needs Linux");
        (int exitCode, string output, string errors) = await ServerCommand.RunToEndAsync("--congestion-control", "no-such");
        string available = await File.ReadAllTextAsync(
            "/proc/sys/net/ipv4/tcp_available_congestion_control",
            TestContext.Current.CancellationToken);
        Assert.Contains("'no-such'", errors, StringComparison.Ordinal);
        Assert.Contains(available.Trim().Replace(" ", ", ", StringComparison.Ordinal), errors, StringComparison.Ordinal);
        Assert.Equal("", output);
        Assert.Equal(1, exitCode);
    }

    [Theory]
    [InlineData(0)]
    [ExhaustiveInlineData(1)]
    [InlineData(2)]
    // Those of http, https and http-file-sender.
    [ExhaustiveInlineData(5)]
    [ExhaustiveInlineData(7)]
    [InlineData(9)]
    public async Task Start_APortInUse_ExitCodeTwoNamingItOnOneLine(int offset)
    {
        int port = FreePorts.Take(ReceiverCatalog.Ports);
        using var taken = new TcpListener(IPAddress.Loopback, port + offset);
        taken.Start();
        (int exitCode, string output, string errors) = await ServerCommand.RunToEndAsync("--port", FreePorts.Text(port));
        AssertOneLine(errors, FreePorts.Text(port));
        Assert.Contains("in use", errors, StringComparison.OrdinalIgnoreCase);
        Assert.Equal("", output);
        Assert.Equal(2, exitCode);
    }

    [Fact]
    public async Task Start_WithAPort_ReceiversTakeTheOnesAfterIt()
    {
        int port = FreePorts.Take(ReceiverCatalog.Ports);
        await using RunningServer server = await RunningServer.StartAsync("--port", FreePorts.Text(port));
        Assert.Equal(port, server.Control.Port);
        Assert.Equal(port + 1, server.Endpoints["tcp"].Port);
        Assert.Equal(port + 2, server.Endpoints["tcp-verify"].Port);
        Assert.Contains($":{FreePorts.Text(port + ReceiverCatalog.Ports - 1)}\"", server.ReadyLine, StringComparison.Ordinal);
        Assert.DoesNotContain($":{FreePorts.Text(port + ReceiverCatalog.Ports)}\"", server.ReadyLine, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Start_WithSomeReceivers_StartsThoseOnTheirOwnPorts()
    {
        int port = FreePorts.Take(ReceiverCatalog.Ports);
        await using RunningServer server = await RunningServer.StartAsync(
            "--port", FreePorts.Text(port), "--receivers", "tcp-verify,tls");
        Assert.Contains(
            $$"""{"tcp-verify":"127.0.0.1:{{port + 2}}","tls":"127.0.0.1:{{port + 3}}"}""", server.ReadyLine, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("0.0.0.0")]
    [ExhaustiveInlineData("::1")]
    public async Task Start_BoundToAnAddress_ListensThere(string address)
    {
        var bound = IPAddress.Parse(address);
        bool v6 = bound.AddressFamily == AddressFamily.InterNetworkV6;
        Assert.SkipUnless(!v6 || HasV6Loopback(), "there is no IPv6 loopback address");
        await using RunningServer server = await RunningServer.StartAsync("--bind", address);
        Assert.All(server.Endpoints.Values, endpoint => Assert.Equal(bound, endpoint.Address));
        IPAddress loopback = v6 ? IPAddress.IPv6Loopback : IPAddress.Loopback;
        using WireClient client = await WireClient.ConnectAsync(new IPEndPoint(loopback, server.Endpoints["tcp-verify"].Port));
        await client.ExchangeAsync(Content.Of(100));
    }

    [Fact]
    public async Task Start_BoundToAllOfV6_TakesBothProtocols()
    {
        Assert.SkipUnless(HasV6Loopback(), "there is no IPv6 loopback address");
        await using RunningServer server = await RunningServer.StartAsync("--bind", "::");
        foreach (IPAddress loopback in (IPAddress[])[IPAddress.IPv6Loopback, IPAddress.Loopback])
        {
            using WireClient client = await WireClient.ConnectAsync(new IPEndPoint(loopback, server.Endpoints["tcp-verify"].Port));
            await client.ExchangeAsync(Content.Of(100));
            foreach (string address in server.Addresses.Values.Where(one => !one.StartsWith('/')))
            {
                int port = int.Parse(address.TrimEnd('/').Split(':')[^1], CultureInfo.InvariantCulture);
                using WireClient other = await WireClient.ConnectAsync(new IPEndPoint(loopback, port));
            }
        }
    }

    [Theory]
    [InlineData("--bind")]
    [ExhaustiveInlineData("--control")]
    public async Task Start_BoundToAnAddressThatIsNotLocal_ExitCodeTwoOnOneLine(string option)
    {
        // RFC 5737: an address for examples.
        (int exitCode, string output, string errors) = await ServerCommand.RunToEndAsync(option, "192.0.2.1");
        Assert.Contains("server: cannot start", errors, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", errors, StringComparison.Ordinal);
        Assert.Equal("", output);
        Assert.Equal(2, exitCode);
    }

    /// <summary>Ports below 1024 need CAP_NET_BIND_SERVICE: capabilities(7).</summary>
    [Fact]
    public async Task Start_OnAPrivilegedPortWithoutTheRight_ExitCodeTwoOnOneLine()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/usr/bin/setpriv"), "needs Linux and setpriv");
        string[] without = Environment.IsPrivilegedProcess
            ? ["--bounding-set=-net_bind_service", "--inh-caps=-net_bind_service", "--"]
            : ["--"];
        (int exitCode, string output, string errors) = await ServerCommand.RunToEndUnderAsync("/usr/bin/setpriv", without, "--port", "80");
        AssertOneLine(errors, "port 80");
        Assert.Contains("denied", errors, StringComparison.OrdinalIgnoreCase);
        Assert.Equal("", output);
        Assert.Equal(2, exitCode);
    }

    /// <summary>A network namespace of its own has no address that is up, not even ::1.</summary>
    [Fact]
    public async Task Start_BoundToV6WhereThereIsNone_ExitCodeTwoOnOneLine()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess, "needs root for a network namespace");
        (int exitCode, string output, string errors) = await ServerCommand.RunToEndUnderAsync(
            "/usr/bin/unshare", ["--net"], "--bind", "::1");
        AssertOneLine(errors, "::1");
        Assert.Equal("", output);
        Assert.Equal(2, exitCode);
    }

    /// <summary>The control endpoint tells about the machine: by default to this machine alone.</summary>
    [Theory]
    [InlineData("--bind 0.0.0.0", "127.0.0.1", true)]
    [ExhaustiveInlineData("--bind 0.0.0.0 --control 0.0.0.0", "0.0.0.0", true)]
    [InlineData("--bind 0.0.0.0 --token a-token", "127.0.0.1", false)]
    [ExhaustiveInlineData("--bind 127.0.0.1", "127.0.0.1", false)]
    public async Task Start_OpenToOthers_WarnsUnlessThereIsAToken(string arguments, string control, bool isWarned)
    {
        await using RunningServer server = await RunningServer.StartAsync(arguments.Split(' '));
        Assert.Equal(control, server.Control.Host);
        if (isWarned)
        {
            server.WaitForError("there is no authentication without --token-file");
        }
        else
        {
            Assert.Equal("", server.Errors.Trim());
        }
    }

    private static void AssertOneLine(string errors, string words)
    {
        Assert.Matches(@"\A[^\n]*\n?\z", errors);
        Assert.Contains(words, errors, StringComparison.Ordinal);
    }

    private static bool HasV6Loopback()
    {
        try
        {
            using var probe = new TcpListener(IPAddress.IPv6Loopback, 0);
            probe.Start();
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
