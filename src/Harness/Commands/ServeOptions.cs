using System.CommandLine;
using System.Globalization;
using FileTransfer.Strategies.Access;

namespace FileTransfer.Harness.Commands;

/// <summary>The options of <c>serve</c>, handed on to the server, which checks them.</summary>
internal sealed class ServeOptions
{
    private readonly Option<string?> _bind = new("--bind")
    {
        Description = "Address to listen on. Default: 127.0.0.1. The server accepts data from every client that can connect.",
    };

    private readonly Option<int?> _port = new("--port")
    {
        Description = "Port of the control endpoint; the receivers take the ports after it. Default: free ones.",
    };

    private readonly Option<string?> _congestionControl = new("--congestion-control")
    {
        Description = "TCP congestion control of the receivers (Linux). Default: the system's.",
    };

    private readonly Option<string?> _cpu = new("--cpu", "--cpus") { Description = "Pin the server to this processor." };

    private readonly Option<string?> _wait = new("--receiver-wait")
    {
        Description =
            "How receivers of frames wait for bytes: block, poll, yield or learn, with a limit such as poll:50us. Default: block.",
        HelpName = "wait",
    };

    private readonly Option<string?> _bufferSize = new("--receiver-buffer")
    {
        Description = "Most bytes that receivers of frames ask for at once, such as 64K. Default: 1M.",
        HelpName = "size",
    };

    /// <summary>Those with which a server on a network defends itself.</summary>
    private readonly Option<string?>[] _limits =
    [
        Limit("--control", "address", "Address of the control endpoint, for other hosts. Default: 127.0.0.1."),
        Limit("--max-length", "size", "Longest frame accepted, such as 10G. Default: 1T."),
        Limit("--max-messages", "size", "Memory for the messages of RPC; a call for what has no room in it is refused. Default: 512M."),
        Limit("--max-connections", "connections", "Most connections of each receiver; what comes beyond them is refused. Default: 16384."),
        Limit("--max-workers", "threads", "Most connections a receiver serves at the same time; others wait. Default: 1024."),
        Limit("--min-rate", "bytes", "Fewest bytes per second of a transfer under way, over 30 seconds; 0 for any. Default: 100."),
        Limit("--idle-timeout", "time", "Longest time without data before a connection is closed. Default: 5m."),
        Limit("--frame-timeout", "time", "Longest time that one frame may take. Default: 6h."),
        Limit(
            "--handshake-timeout",
            "time",
            "Longest time for a TLS handshake, for the token, and for the head of a request. Default: 10s."),
        Limit("--grace", "time", "Longest time for transfers under way to finish when the server stops. Default: 5s."),
        Limit("--token-file", "file", $"File with the token that clients have to present; they find theirs in {TokenVariable.Name}."),
        Limit("--token", "token", "The token itself. Other users of this machine can see it here: better use --token-file."),
        Limit("--files", "path", "Serve the files of this folder, or this one file, to every client that can connect. Default: none."),
        Limit("--keep", "folder", "Write received files into this folder where the sender asks for it, until acknowledged. Default: none."),
        Limit("--log", "events|faults", "A line for each connection that went wrong, or for faults of the server alone. Default: events."),
    ];

    /// <summary>Adds the options to a command.</summary>
    public void AddTo(Command command)
    {
        foreach (Option option in (Option[])[_bind, _port, _congestionControl, _cpu, _wait, _bufferSize, .. _limits])
        {
            command.Add(option);
        }
    }

    /// <summary>The server's arguments.</summary>
    public IReadOnlyList<string> Read(ParseResult result)
    {
        (string Name, string? Value)[] options =
        [
            (_bind.Name, result.GetValue(_bind)),
            (_port.Name, result.GetValue(_port)?.ToString(CultureInfo.InvariantCulture)),
            (_congestionControl.Name, result.GetValue(_congestionControl)),
            (_cpu.Name, result.GetValue(_cpu)),
            (_wait.Name, result.GetValue(_wait)),
            (_bufferSize.Name, result.GetValue(_bufferSize)),
            .. _limits.Select(limit => (limit.Name, result.GetValue(limit))),
        ];
        return [.. options.Where(option => option.Value is not null).SelectMany(option => (string[])[option.Name, option.Value!])];
    }

    private static Option<string?> Limit(string name, string helpName, string description) =>
        new(name) { Description = description, HelpName = helpName };
}
