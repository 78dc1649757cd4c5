using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using System.Net.Sockets;
using FileTransfer.Harness.Errors;
using FileTransfer.Harness.Measuring;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Harness.Commands;

/// <summary>The options that commands which measure have in common, and how each is read.</summary>
internal sealed class RunOptions
{
    private static readonly string[] s_contents = [.. Enum.GetNames<PayloadContent>().Select(name => name.ToLowerInvariant())];

    public Option<string?> Transport { get; } = new("--transport")
    {
        Description = $"Channel: {string.Join(", ", Strategies.Contracts.Transport.All)}; "
            + "bench takes several. Default: the first that fits, or the scenario's.",
        HelpName = "transport",
        CompletionSources = { Names(Strategies.Contracts.Transport.All) },
    };

    public Option<string?> File { get; } = new("--file") { Description = "Send this file instead of generated ones." };

    public Option<string?> Content { get; } = new("--content")
    {
        Description = $"What generated payloads are made of: {string.Join(", ", s_contents)}. Default: the scenario's.",
        HelpName = "content",
        CompletionSources = { s_contents },
    };

    public Option<string?> Server { get; } = new("--server")
    {
        Description = "Control address of a running server, as 'serve' printed it. Default: start one.",
    };

    public Option<string?> CongestionControl { get; } = new("--congestion-control")
    {
        Description = "TCP congestion control of both ends, such as cubic (Linux). Default: the system's.",
    };

    public Option<string> NoDelay { get; } = new("--no-delay")
    {
        Description = "on disables Nagle's algorithm, off leaves it.",
        DefaultValueFactory = _ => "on",
        CompletionSources = { "on", "off" },
    };

    public Option<string> Affinity { get; } = new("--affinity")
    {
        Description = "CPU affinity: none leaves both ends to the scheduler, same pins them to one core, split to two.",
        DefaultValueFactory = _ => "none",
        CompletionSources = { "none", "same", "split" },
    };

    public Option<string?> Cpus { get; } = new("--cpus")
    {
        Description = "Processors to pin to: one for both ends, or the sender's and the receiver's, such as 2,3. "
            + "Default: the first that this process may use.",
        HelpName = "list",
    };

    public Option<string?> MaxConnections { get; } = new("--max-connections")
    {
        Description = "HttpClient: most connections to the server (MaxConnectionsPerServer). "
            + "Default: for HTTP/1.1 as many as requests are in flight.",
    };

    public Option<string?> Http2Window { get; } = new("--http2-window")
    {
        Description = "HttpClient: initial window of an HTTP/2 stream, 64K to 16M (InitialHttp2StreamWindowSize). Default: its own.",
    };

    public Option<string> MultipleHttp2Connections { get; } = new("--multiple-http2-connections")
    {
        Description = "HttpClient: on opens a further HTTP/2 connection when all streams are in use.",
        DefaultValueFactory = _ => "off",
        CompletionSources = { "on", "off" },
    };

    /// <summary>Those of them that set HttpClient, and nothing else.</summary>
    private IReadOnlyList<Option> OfHttp => [MaxConnections, Http2Window, MultipleHttp2Connections];

    /// <summary>Names for a shell to complete.</summary>
    public static string[] Names(IEnumerable<string> names) => [.. names];

    public void AddTo(Command command)
    {
        foreach (Option option in (Option[])[Transport, File, Content, Server, CongestionControl, NoDelay, Affinity, Cpus, .. OfHttp])
        {
            command.Add(option);
        }
    }

    /// <summary>Looks whether the options of HTTP have something to set.</summary>
    /// <exception cref="UsageException">One is given, and no strategy uses HTTP, or the version of it that the option is about.</exception>
    public void ThrowIfNotHttp(ParseResult result, IEnumerable<StrategyDescriptor> strategies, IReadOnlyList<string> transports)
    {
        string[] used = HttpTransports(strategies, transports);
        foreach (Option option in OfHttp.Where(option => IsGiven(result, option)))
        {
            if (used.Length == 0)
            {
                throw new UsageException(
                    $"{option.Name} sets HttpClient, and nothing here uses HTTP (transport {string.Join(',', transports)}); "
                    + "leave it out, or choose strategies over HTTP, such as http-put-stream");
            }

            if (option != MaxConnections && used.All(transport => Strategies.Contracts.Transport.HttpVersion(transport).Major < 2))
            {
                throw new UsageException(
                    $"{option.Name} sets HTTP/2, and this is HTTP/1.1 (transport "
                    + $"{string.Join(',', used)}); leave it out, or add --transport http2");
            }
        }
    }

    /// <summary>The transports over which strategies of a run use HTTP; none when it uses none.</summary>
    public static string[] HttpTransports(IEnumerable<StrategyDescriptor> strategies, IReadOnlyList<string> transports) =>
        [.. transports.Where(transport => Strategies.Contracts.Transport.IsHttp(transport)
            && strategies.Any(strategy => strategy.Delivers && strategy.Transports.Contains(transport)))];

    /// <summary>The transports the user named, or null.</summary>
    /// <exception cref="UsageException">No transport has that name.</exception>
    public IReadOnlyList<string>? ReadTransports(ParseResult result)
    {
        if (result.GetValue(Transport) is not { } list)
        {
            return null;
        }

        string[] named = [.. Split(list).Select(name => OneOf("transport", name, Strategies.Contracts.Transport.All)).Distinct()];
        return named.Length > 0
            ? named
            : throw new UsageException($"--transport: name at least one of {string.Join(", ", Strategies.Contracts.Transport.All)}");
    }

    /// <summary>The words on the command line that repeat settings of HttpClient.</summary>
    public static IEnumerable<string> WordsOf(HttpOptions http)
    {
        if (http.MaxConnections is { } connections)
        {
            yield return string.Create(CultureInfo.InvariantCulture, $"--max-connections {connections}");
        }

        if (http.Http2Window is { } window)
        {
            yield return $"--http2-window {new ByteSize(window)}";
        }

        if (http.MultipleHttp2Connections)
        {
            yield return "--multiple-http2-connections on";
        }
    }

    /// <summary>How the sender connects over <paramref name="transport"/>, checked.</summary>
    /// <exception cref="UsageException">An option has an unknown value, or two options contradict each other.</exception>
    public SenderOptions Read(ParseResult result, string transport)
    {
        var sender = new SenderOptions
        {
            Transport = transport,
            // A command that speaks no HTTP does not have those options.
            Http = result.CommandResult.Command.Options.Contains(MaxConnections) ? ReadHttp(result) : new HttpOptions(),
            NoDelay = OneOf("no-delay", result.GetRequiredValue(NoDelay), ["on", "off"]) == "on",
            CongestionControl = result.GetValue(CongestionControl),
            Affinity = Enum.Parse<CpuAffinity>(
                OneOf("affinity", result.GetRequiredValue(Affinity), ["none", "same", "split"]),
                ignoreCase: true),
        };
        if (sender.Affinity != CpuAffinity.None && result.GetValue(Server) is not null)
        {
            throw new UsageException(
                "--affinity pins a server that is started with the run; with --server, "
                + "start that one as 'serve --cpu N' and the sender under taskset");
        }

        var ends = PinnedEnds.Choose(sender.Affinity, result.GetValue(Cpus), ProcessorMask.Allowed(), new SmtSiblings());
        sender = sender with { SenderCpu = ends.Sender, ReceiverCpu = ends.Receiver };
        if (sender.CongestionControl is { } name)
        {
            try
            {
                using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
                SocketTuning.SetCongestionControl(socket, name);
            }
            catch (TransferException exception)
            {
                throw new UsageException($"--congestion-control: {exception.Message}");
            }
        }

        return sender;
    }

    private HttpOptions ReadHttp(ParseResult result)
    {
        const int SmallestWindow = 65_535;
        const int LargestWindow = 16 << 20;
        int? connections = null;
        if (result.GetValue(MaxConnections) is { } text)
        {
            connections = int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int number) && number > 0
                ? number
                : throw new UsageException($"--max-connections: '{text}' is not a number from 1 on");
        }

        long? window = result.GetValue(Http2Window) is { } size ? ReadSize(size).Bytes : null;
        if (window is < SmallestWindow or > LargestWindow)
        {
            throw new UsageException($"--http2-window: {new ByteSize(window.Value)} is outside of what HttpClient takes, 65535 to 16M");
        }

        return new HttpOptions
        {
            MaxConnections = connections,
            Http2Window = (int?)window,
            MultipleHttp2Connections =
                OneOf("multiple-http2-connections", result.GetRequiredValue(MultipleHttp2Connections), ["on", "off"]) == "on",
        };
    }

    /// <summary>What generated payloads are to be made of.</summary>
    /// <exception cref="UsageException">There is no such content, or a file was named as well.</exception>
    public PayloadContent ReadContent(ParseResult result, PayloadContent otherwise)
    {
        if (result.GetValue(Content) is not { } name)
        {
            return otherwise;
        }

        return result.GetValue(File) is null
            ? Enum.Parse<PayloadContent>(OneOf("content", name, s_contents), ignoreCase: true)
            : throw new UsageException("--content is for generated payloads; leave it or --file out");
    }

    /// <summary>Looks whether a file can be what is transferred.</summary>
    /// <exception cref="UsageException">A file was named, or a length that is not served, and the payload
    /// comes from the server.</exception>
    public void ThrowIfNotServed(ParseResult result, IEnumerable<StrategyDescriptor> strategies, PayloadContent content)
    {
        if (strategies.FirstOrDefault(strategy => strategy.Fetches) is not { } fetching)
        {
            return;
        }

        if (result.GetValue(File) is not null)
        {
            throw new UsageException(
                $"{fetching.Id} fetches what the server makes; leave --file out, or send the file by another strategy");
        }

        if (content == PayloadContent.Numbers)
        {
            throw new UsageException(
                $"{fetching.Id} fetches random or text; the server does not make --content {content.ToString().ToLowerInvariant()}");
        }
    }

    /// <summary>Looks whether there is a strategy for every size, before files are made.</summary>
    /// <exception cref="UsageException">There is a size that none takes.</exception>
    public static void ThrowIfNotTaken(IReadOnlyList<StrategyDescriptor> strategies, IEnumerable<ByteSize> sizes)
    {
        StrategyDescriptor[] delivering = [.. strategies.Where(strategy => strategy.Delivers)];
        foreach (ByteSize size in sizes)
        {
            if (delivering.Length > 0 && !delivering.Any(strategy => strategy.AcceptedSizes.Include(size.Bytes)))
            {
                throw new UsageException(
                    $"{delivering[0].Id}{(delivering.Length > 1 ? " and the others" : "")} cannot take a payload of "
                    + $"{size}; choose another size ({delivering[0].Id} takes {delivering[0].AcceptedSizes})");
            }
        }
    }

    /// <summary>The control address of a running server, or null.</summary>
    /// <exception cref="UsageException">It is no http address.</exception>
    public Uri? ReadServer(ParseResult result)
    {
        if (result.GetValue(Server) is not { } text)
        {
            return null;
        }

        if (Uri.TryCreate(text, UriKind.Absolute, out Uri? any) && any.Host is "0.0.0.0" or "[::]")
        {
            throw new UsageException(
                $"--server: {any.Host} is where a server listens, on all its addresses, and nobody can connect to it; "
                + $"name the host, such as http://127.0.0.1:{any.Port} on this one");
        }

        return Uri.TryCreate(text, UriKind.Absolute, out Uri? address) && address.Scheme == Uri.UriSchemeHttp
            ? address
            : throw new UsageException(
                $"--server: '{text}' is no control address; give what 'serve' printed, such as http://127.0.0.1:40000");
    }

    /// <summary>Reads a size.</summary>
    /// <exception cref="UsageException">The text is not a size.</exception>
    public static ByteSize ReadSize(string text) => ByteSize.TryParse(text, out ByteSize size)
        ? size
        : throw new UsageException($"unknown size '{text}'; write bytes or K, M, G for powers of 1024, such as 1500, 64K, 1.5M or 1G");

    /// <summary>Accepts a value only from a list.</summary>
    /// <exception cref="UsageException">It is not there; the message lists the valid ones.</exception>
    public static string OneOf(string what, string value, IReadOnlyList<string> valid) => valid.Contains(value)
        ? value
        : throw new UsageException(
            $"unknown {what} '{value}'{Nearest.Question(value, valid)}{(Nearest.To(value, valid).Count > 0 ? "" : ";")} valid "
            + $"ones: {string.Join(", ", valid)}");

    /// <summary>Splits <c>a,b,c</c>.</summary>
    public static IReadOnlyList<string> Split(string list) =>
        list.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

    /// <summary>True when the user wrote the option, rather than leaving it to its default.</summary>
    public static bool IsGiven(ParseResult result, Option option) => result.GetResult(option) is OptionResult { Implicit: false };

    /// <summary>A duration such as 500ms, 5s, 2m or 1h.</summary>
    /// <exception cref="UsageException">The text is not a duration, or longer than <paramref name="longest"/>.</exception>
    public static TimeSpan ReadDuration(string option, string text, TimeSpan longest)
    {
        (string suffix, double seconds)[] units = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600)];
        foreach ((string suffix, double seconds) in units)
        {
            if (text.EndsWith(suffix, StringComparison.Ordinal)
                && double.TryParse(text[..^suffix.Length], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double value)
                && value > 0
                && value * seconds <= longest.TotalSeconds)
            {
                return TimeSpan.FromSeconds(value * seconds);
            }
        }

        throw new UsageException(string.Create(
            CultureInfo.InvariantCulture,
            $"{option}: '{text}' is no duration up to {longest.TotalHours:0} h; write 500ms, 5s or 2m"));
    }
}
