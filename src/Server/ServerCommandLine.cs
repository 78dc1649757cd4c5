using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using System.Net;
using FileTransfer.Sending;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Downloads;
using FileTransfer.Server.Keeping;
using FileTransfer.Strategies.Access;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Server;

/// <summary>The server's options, and what each accepts.</summary>
internal sealed class ServerCommandLine
{
    private const int SmallestBuffer = 512;
    private const int LargestBuffer = 1 << 28;
    private const int LargestPort = 65_000;
    private const long MostConnections = 1_000_000;
    private const string Events = "events";
    private const string Faults = "faults";

    private static readonly ServerOptions s_defaults = new();

    private readonly Option<IPAddress> _bind = Address(
        "--bind", "Address to listen on. The server accepts data from every client that can reach it.", s_defaults.Address);

    private readonly Option<IPAddress> _control = Address(
        "--control", "Address of the control endpoint, which tells about this machine.", s_defaults.ControlAddress);

    private readonly Option<int> _port = new("--port")
    {
        Description = "Port of the control endpoint; the receivers use the ports after it. 0 selects free ports.",
        CustomParser = result => Whole(result, 0, LargestPort, $"must be 0 to {LargestPort}") is { } port ? (int)port : default,
    };

    private readonly Option<string?> _congestionControl = new("--congestion-control")
    {
        Description = "TCP congestion control of the receivers (Linux). Default: the system's.",
    };

    private readonly Option<int?> _cpu = new("--cpu")
    {
        Description = "Pin the server to this processor.",
        CustomParser = Processor,
    };

    private readonly Option<Wait> _wait = new("--receiver-wait")
    {
        Description = "How receivers wait for bytes: block, poll, yield or learn, with a limit such as poll:50us.",
        CustomParser = result => Wait.TryParse(Word(result), out Wait named)
            ? named
            : Refuse<Wait>(result, $"'{Word(result)}' is no way to wait; write block, poll, yield, learn, or poll:50us"),
    };

    private readonly Option<ByteSize> _bufferSize = new("--receiver-buffer")
    {
        Description = "Most bytes that receivers of frames ask for at once, such as 64K.",
        DefaultValueFactory = _ => new ByteSize(s_defaults.BufferSize),
        CustomParser = result => ByteSize.TryParse(Word(result), out ByteSize size) && size.Bytes is >= SmallestBuffer and <= LargestBuffer
            ? size
            : Refuse<ByteSize>(result, $"'{Word(result)}' is not a size from {SmallestBuffer} to 256M; write 64K or 1M"),
    };

    private readonly Option<ByteSize> _maximumLength = new("--max-length")
    {
        Description = "Longest frame accepted, such as 10G.",
        DefaultValueFactory = _ => new ByteSize(s_defaults.MaximumLength),
        CustomParser = result => Size(result, "1500, 64K, 10M or 1G"),
    };

    private readonly Option<ByteSize> _maximumMessages = new("--max-messages")
    {
        Description = "Memory for the messages of RPC, such as 2G; a call for what has no room in it is refused.",
        DefaultValueFactory = _ => new ByteSize(s_defaults.MaximumMessages),
        CustomParser = result => Size(result, "64M, 512M or 2G"),
    };

    private readonly Option<int> _maximumConnections = new("--max-connections")
    {
        Description = "Most connections of each receiver; what comes beyond them is refused.",
        DefaultValueFactory = _ => s_defaults.MaximumConnections,
        CustomParser = result => (int)(Whole(result, 1, MostConnections, $"must be 1 to {MostConnections}") ?? 1),
    };

    private readonly Option<int> _maximumWorkers = new("--max-workers")
    {
        Description = "Most connections that a receiver serves at the same time, each on a thread with a buffer; others wait their turn.",
        DefaultValueFactory = _ => s_defaults.MaximumWorkers,
        CustomParser = result => (int)(Whole(result, 1, MostConnections, $"must be 1 to {MostConnections}") ?? 1),
    };

    private readonly Option<long> _minimumRate = new("--min-rate")
    {
        Description = "Fewest bytes per second of a transfer under way, on average over 30 seconds; 0 for any.",
        DefaultValueFactory = _ => s_defaults.MinimumRate,
        CustomParser = result => Whole(result, 0, int.MaxValue, $"must be a number of bytes from 0 to {int.MaxValue}") ?? 0,
    };

    private readonly Option<TimeSpan> _idleTimeout = Time(
        "--idle-timeout", "Longest time without data before a connection is closed, such as 90s or 5m.", s_defaults.IdleTimeout);

    private readonly Option<TimeSpan> _frameTimeout = Time(
        "--frame-timeout", "Longest time that one frame may take, such as 10m or 6h.", s_defaults.FrameTimeout);

    private readonly Option<TimeSpan> _handshakeTimeout = Time(
        "--handshake-timeout",
        "Longest time for a TLS handshake, for the token, and for the head of a request.",
        s_defaults.HandshakeTimeout);

    private readonly Option<TimeSpan> _grace = Time(
        "--grace", "Longest time for transfers under way to finish when the server is told to stop.", s_defaults.Grace);

    private readonly Option<string?> _token = new("--token")
    {
        Description = "What clients have to present first. Other users of this machine can see it here: better use --token-file.",
    };

    private readonly Option<string?> _tokenFile = new("--token-file")
    {
        Description = $"File with the token, on its first line. Clients find theirs in {TokenVariable.Name}, as does the server.",
    };

    private readonly Option<string[]?> _receivers = new("--receivers")
    {
        Description = "Which receivers to start, such as tcp,tcp-verify; all by default. A server starts and stops faster with fewer.",
        Hidden = true,
        CustomParser = result =>
        {
            string[] kinds = Word(result).Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
            return kinds.Length > 0 && kinds.All(ReceiverCatalog.Kinds.Contains)
                ? kinds
                : Refuse<string[]>(result, $"'{Word(result)}' must name some of {string.Join(", ", ReceiverCatalog.Kinds)}");
        },
    };

    private readonly Option<string> _log = new("--log")
    {
        Description =
            "What is told on standard error: events (a line for each connection that went wrong) or faults (of the server alone).",
        DefaultValueFactory = _ => Events,
        CustomParser = result => Word(result) is Events or Faults
            ? Word(result)
            : Refuse<string>(result, $"'{Word(result)}' is neither {Events} nor {Faults}"),
    };

    private readonly Option<string?> _files = FilesOption.Create();

    private readonly Option<string?> _keep = KeepOption.Create();

    private readonly Option<bool> _isAlone = new("--alone")
    {
        Description = "Nobody but the parent process can reach this server, whatever it listens on: it is in a network namespace.",
        Hidden = true,
    };

    private readonly Option<bool> _untilInputCloses = new("--until-input-closes")
    {
        Description = "Stop when standard input closes, and ignore Ctrl-C: the parent process handles it.",
    };

    /// <summary>Makes the command, which runs the server.</summary>
    public ServerCommandLine()
    {
        Root = new RootCommand("Receives files, discards their content and acknowledges them. Prints one JSON line when it is ready.")
        {
            _bind, _port, _control, _congestionControl, _cpu, _wait, _bufferSize, _maximumLength, _maximumMessages, _maximumConnections,
            _maximumWorkers, _minimumRate, _idleTimeout, _frameTimeout, _handshakeTimeout, _grace, _token, _tokenFile, _files, _keep,
            _receivers, _log, _isAlone, _untilInputCloses,
        };
        Root.Validators.Add(CheckToken);
        Root.SetAction(result => ServerProgram.RunAsync(Read(result), result.GetValue(_untilInputCloses)));
    }

    /// <summary>The command.</summary>
    public RootCommand Root { get; }

    private static string Word(ArgumentResult result) => result.Tokens[0].Value;

    private static T? Refuse<T>(ArgumentResult result, string why)
    {
        result.AddError($"{((OptionResult)result.Parent!).Option.Name}: {why}");
        return default;
    }

    private static long? Whole(ArgumentResult result, long least, long most, string rule)
    {
        if (long.TryParse(Word(result), NumberStyles.None, CultureInfo.InvariantCulture, out long number)
            && number >= least
            && number <= most)
        {
            return number;
        }

        _ = Refuse<int>(result, rule);
        return null;
    }

    private static ByteSize Size(ArgumentResult result, string examples) => ByteSize.TryParse(Word(result), out ByteSize size)
        ? size
        : Refuse<ByteSize>(result, $"'{Word(result)}' is not a size; write {examples}");

    private static int? Processor(ArgumentResult result)
    {
        IReadOnlyList<int> allowed = ProcessorMask.Allowed();
        return int.TryParse(Word(result), NumberStyles.None, CultureInfo.InvariantCulture, out int number) && allowed.Contains(number)
            ? number
            : Refuse<int?>(result, $"'{Word(result)}' is no processor that this process may use; it may use {ProcessorList.Text(allowed)}");
    }

    private static Option<IPAddress> Address(string name, string description, IPAddress value) => new(name)
    {
        Description = description,
        DefaultValueFactory = _ => value,
        CustomParser = result => IPAddress.TryParse(Word(result), out IPAddress? address)
            ? address
            : Refuse<IPAddress>(result, $"'{Word(result)}' is not an IP address; try 127.0.0.1 or 0.0.0.0"),
    };

    private static Option<TimeSpan> Time(string name, string description, TimeSpan value) => new(name)
    {
        Description = description,
        DefaultValueFactory = _ => value,
        CustomParser = result => Duration.TryParse(Word(result), out TimeSpan time)
            ? time
            : Refuse<TimeSpan>(result, $"'{Word(result)}' is not a time from 1ms to 24d; write 200ms, 90s, 5m or 6h"),
    };

    private void CheckToken(CommandResult result)
    {
        try
        {
            _ = Token(result.GetValue(_token), result.GetValue(_tokenFile));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or ArgumentException)
        {
            result.AddError($"--token: {exception.Message}");
        }
    }

    private static AccessToken? Token(string? token, string? file) =>
        (token ?? TokenVariable.Of(file)) is { } secret ? new AccessToken(secret) : null;

    private ServerOptions Read(ParseResult result) => new()
    {
        Address = result.GetRequiredValue(_bind),
        ControlAddress = result.GetRequiredValue(_control),
        Port = result.GetValue(_port),
        CongestionControl = result.GetValue(_congestionControl),
        Cpu = result.GetValue(_cpu),
        Wait = result.GetValue(_wait),
        BufferSize = (int)result.GetValue(_bufferSize).Bytes,
        MaximumLength = result.GetValue(_maximumLength).Bytes,
        MaximumMessages = result.GetValue(_maximumMessages).Bytes,
        MaximumConnections = result.GetValue(_maximumConnections),
        MaximumWorkers = result.GetValue(_maximumWorkers),
        MinimumRate = result.GetValue(_minimumRate),
        IdleTimeout = result.GetValue(_idleTimeout),
        FrameTimeout = result.GetValue(_frameTimeout),
        HandshakeTimeout = result.GetValue(_handshakeTimeout),
        Grace = result.GetValue(_grace),
        Token = Token(result.GetValue(_token), result.GetValue(_tokenFile)),
        Files = result.GetValue(_files),
        Keep = result.GetValue(_keep),
        // An option that was not given is an empty array.
        Receivers = result.GetValue(_receivers) is { Length: > 0 } kinds ? kinds : null,
        LogsEvents = result.GetValue(_log) == Events,
        IsAlone = result.GetValue(_isAlone),
    };
}
