using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Parsing;
using System.Globalization;
using System.Net;
using FileTransfer.Sending;
using FileTransfer.Server.Contracts;
using FileTransfer.Strategies.Access;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Server;

/// <summary>The server's options, and what each accepts: those of <c>filetransfer serve</c>, which hands its arguments on.</summary>
internal static class ServerCommandLine
{
    private const int SmallestBuffer = 512;
    private const int LargestBuffer = 1 << 28;
    private const int LargestPort = 65_000;
    private const int MostConnections = 1_000_000;
    private const string SocketBuffer = "--socket-buffer";
    private const string BufferOffset = "--buffer-offset";
    private const string Events = "events";
    private const string Faults = "faults";

    private static readonly Option<string?> s_tokenFile = new("--token-file")
    {
        Description = $"File with the token that clients have to present; they find theirs in {TokenVariable.Name}.",
        HelpName = "file",
    };

    private static readonly Option<string?> s_token = new("--token")
    {
        Description = "The token itself. Other users of this machine can see it here: better use --token-file.",
        HelpName = "token",
    };

    /// <summary>Nobody but the parent process can reach the server, whatever it listens on: it is in a network namespace.</summary>
    private static readonly Option<bool> s_isAlone = new("--alone");

    /// <summary>Stop when standard input closes, and ignore Ctrl-C: the parent process handles it.</summary>
    private static readonly Option<bool> s_untilInputCloses = new("--until-input-closes");

    /// <summary>Options for the program that starts the server.</summary>
    private static readonly string[] s_hidden = ["--receivers", BufferOffset, s_isAlone.Name, s_untilInputCloses.Name];

    private static readonly Option[] s_all =
    [
        Setting(
            "--bind", "bind", (options, text) => options with { Address = Address(text) },
            "Address to listen on. Default: 127.0.0.1. The server accepts data from every client that can connect."),
        Setting(
            "--port", "port", (options, text) => options with { Port = (int)Whole(text, 0, LargestPort, $"must be 0 to {LargestPort}") },
            "Port of the control endpoint; the receivers take the ports after it. Default: free ones."),
        Setting(
            "--congestion-control", "congestion-control", (options, text) => options with { CongestionControl = text },
            "TCP congestion control of the receivers (Linux). Default: the system's."),
        Setting(
            "--cpu", "cpu", ProcessorOf,
            "Pin the server to this processor.", "--cpus"),
        Setting(
            "--receiver-wait", "wait", (options, text) => options with { Wait = WaitOf(text) },
            "How receivers of frames wait for bytes: block, poll, yield or learn, with a limit such as poll:50us. Default: block."),
        Setting(
            "--receiver-buffer", "size", (options, text) => options with { BufferSize = Buffer(text) },
            "Most bytes that receivers of frames ask for at once, such as 64K. Default: 1M."),
        Setting(
            SocketBuffer, "size", (options, text) => options with { SocketBuffer = Buffer(text) },
            "Receive buffer of the sockets of receivers of frames (SO_RCVBUF). Default: the kernel chooses, and grows it."),
        Setting(
            BufferOffset, "bytes", (options, text) => options with { BufferOffset = (int)Whole(text, 0, 4095, "must be 0 to 4095") },
            "Bytes from the beginning of a page at which buffers begin. Default: 64."),
        Setting(
            "--control", "address", (options, text) => options with { ControlAddress = Address(text) },
            "Address of the control endpoint, for other hosts. Default: 127.0.0.1."),
        Setting(
            "--max-length", "size", (options, text) => options with { MaximumLength = Size(text, "1500, 64K, 10M or 1G") },
            "Longest frame accepted, such as 10G. Default: 1T."),
        Setting(
            "--max-messages", "size", (options, text) => options with { MaximumMessages = Size(text, "64M, 512M or 2G") },
            "Memory for the messages of RPC; a call for what has no room in it is refused. Default: 512M."),
        Setting(
            "--max-connections", "connections", (options, text) => options with { MaximumConnections = Connections(text) },
            "Most connections of each receiver; what comes beyond them is refused. Default: 16384."),
        Setting(
            "--max-workers", "threads", (options, text) => options with { MaximumWorkers = Connections(text) },
            "Most connections a receiver serves at the same time; others wait. Default: 1024."),
        Setting(
            "--min-rate", "bytes", (options, text) => options with { MinimumRate = Rate(text) },
            "Fewest bytes per second of a transfer under way, over 30 seconds; 0 for any. Default: 100."),
        Setting(
            "--idle-timeout", "time", (options, text) => options with { IdleTimeout = Time(text) },
            "Longest time without data before a connection is closed. Default: 5m."),
        Setting(
            "--frame-timeout", "time", (options, text) => options with { FrameTimeout = Time(text) },
            "Longest time that one frame may take. Default: 6h."),
        Setting(
            "--handshake-timeout", "time", (options, text) => options with { HandshakeTimeout = Time(text) },
            "Longest time for a TLS handshake, for the token, and for the head of a request. Default: 10s."),
        Setting(
            "--grace", "time", (options, text) => options with { Grace = Time(text) },
            "Longest time for transfers under way to finish when the server stops. Default: 5s."),
        s_tokenFile,
        s_token,
        Setting(
            "--files", "path", (options, text) => options with { Files = Existing(Path.Exists(text), "folder or file", text) },
            "Serve the files of this folder, or this one file, to every client that can connect. Default: none."),
        Setting(
            "--keep", "folder", (options, text) => options with { StoreIn = Existing(Directory.Exists(text), "folder", text) },
            "Write received files into this folder where the sender asks for it, until acknowledged. Default: none."),
        Setting(
            "--log", "events|faults", (options, text) => options with { LogsEvents = IsEvents(text) },
            "A line for each connection that went wrong, or for faults of the server alone. Default: events."),
        // A server starts and stops faster with fewer.
        Setting(
            "--receivers", "kinds", (options, text) => options with { Receivers = Kinds(text) },
            "Receivers to start, such as tcp,tcp-verify. Default: all."),
        s_isAlone,
        s_untilInputCloses,
    ];

    /// <summary>Parses the arguments of the process; the result runs the server.</summary>
    public static ParseResult Parse(IReadOnlyList<string> arguments)
    {
        var serve = new Command("serve", "Run the server alone, for senders on this or another host; prints one JSON line when ready.");
        foreach (Option option in s_all)
        {
            option.Hidden = s_hidden.Contains(option.Name);
            serve.Add(option);
        }

        serve.Validators.Add(CheckToken);
        serve.SetAction(result => ServerProgram.RunAsync(Read(result), result.GetValue(s_untilInputCloses)));
        return new Command("filetransfer") { serve, new HelpOption() }.Parse([serve.Name, .. arguments]);
    }

    private static Option<Func<ServerOptions, ServerOptions>> Setting(
        string name,
        string helpName,
        Func<ServerOptions, string, ServerOptions> set,
        string description,
        params string[] aliases)
    {
        return Setting(name, helpName, Read, description, aliases);

        Func<ServerOptions, ServerOptions> Read(string text)
        {
            _ = set(new ServerOptions(), text);
            return options => set(options, text);
        }
    }

    /// <summary>An option that changes the settings of the server.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="helpName">Word for its value.</param>
    /// <param name="read">Reads what a text says, or throws a <see cref="FormatException"/>.</param>
    /// <param name="description">What it does, with the default of <see cref="ServerOptions"/>.</param>
    /// <param name="aliases">Its other names.</param>
    private static Option<Func<ServerOptions, ServerOptions>> Setting(
        string name,
        string helpName,
        Func<string, Func<ServerOptions, ServerOptions>> read,
        string description,
        params string[] aliases) => new(name, aliases)
        {
            Description = description,
            HelpName = helpName,
            CustomParser = result =>
            {
                try
                {
                    return read(result.Tokens[0].Value);
                }
                catch (FormatException exception)
                {
                    result.AddError($"{name}: {exception.Message}");
                    return options => options;
                }
            },
        };

    private static long Whole(string text, long least, long most, string rule) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number) && number >= least && number <= most
            ? number
            : throw new FormatException(rule);

    private static int Connections(string text) => (int)Whole(text, 1, MostConnections, $"must be 1 to {MostConnections}");

    private static long Rate(string text) => Whole(text, 0, int.MaxValue, $"must be a number of bytes from 0 to {int.MaxValue}");

    private static long Size(string text, string examples) => ByteSize.TryParse(text, out ByteSize size)
        ? size.Bytes
        : throw new FormatException($"'{text}' is not a size; write {examples}");

    private static int Buffer(string text) =>
        ByteSize.TryParse(text, out ByteSize size) && size.Bytes is >= SmallestBuffer and <= LargestBuffer
            ? (int)size.Bytes
            : throw new FormatException($"'{text}' is not a size from {SmallestBuffer} to 256M; write 64K or 1M");

    private static Wait WaitOf(string text) => Wait.TryParse(text, out Wait wait)
        ? wait
        : throw new FormatException($"'{text}' is no way to wait; write block, poll, yield, learn, or poll:50us");

    private static string Existing(bool exists, string what, string path) =>
        exists ? path : throw new FormatException($"there is no {what} {path}");

    private static bool IsEvents(string text) => text is Events or Faults
        ? text == Events
        : throw new FormatException($"'{text}' is neither {Events} nor {Faults}");

    private static string[] Kinds(string text)
    {
        string[] kinds = text.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return kinds.Length > 0 && kinds.All(ReceiverCatalog.Kinds.Contains)
            ? kinds
            : throw new FormatException($"'{text}' must name some of {string.Join(", ", ReceiverCatalog.Kinds)}");
    }

    /// <summary>Looks once: until the next look, somebody else may give this process another place.</summary>
    private static Func<ServerOptions, ServerOptions> ProcessorOf(string text)
    {
        IReadOnlyList<int> allowed = ProcessorMask.Allowed();
        return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int number) && allowed.Contains(number)
            ? options => options with { Cpu = number }
            : throw new FormatException(
                $"'{text}' is no processor that this process may use; it may use {ProcessorList.Text(allowed)}");
    }

    private static IPAddress Address(string text) => IPAddress.TryParse(text, out IPAddress? address)
        ? address
        : throw new FormatException($"'{text}' is not an IP address; try 127.0.0.1 or 0.0.0.0");

    private static TimeSpan Time(string text) => Duration.TryParse(text, out TimeSpan time)
        ? time
        : throw new FormatException($"'{text}' is not a time from 1ms to 24d; write 200ms, 90s, 5m or 6h");

    private static void CheckToken(CommandResult result)
    {
        try
        {
            _ = Token(result.GetValue(s_token), result.GetValue(s_tokenFile));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or ArgumentException)
        {
            result.AddError($"--token: {exception.Message}");
        }
    }

    private static AccessToken? Token(string? token, string? file) =>
        (token ?? TokenVariable.Of(file)) is { } secret ? new AccessToken(secret) : null;

    private static ServerOptions Read(ParseResult result) => s_all.OfType<Option<Func<ServerOptions, ServerOptions>>>().Aggregate(
        new ServerOptions
        {
            Token = Token(result.GetValue(s_token), result.GetValue(s_tokenFile)),
            IsAlone = result.GetValue(s_isAlone),
        },
        (options, setting) => result.GetValue(setting)?.Invoke(options) ?? options);
}
