using System.CommandLine;
using FileTransfer.Harness.Rounds;
using FileTransfer.Links;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Commands;

/// <summary>The options that commands which measure have in common, and how each is read.</summary>
internal sealed class RunOptions
{
    private const long SmallestBuffer = 512;
    private const long LargestBuffer = 1 << 28;

    public RunOptions() => Place = new PlacementRunOptions(Server, Link, Url);

    public RunOption<string?> Transport { get; } = new("--transport")
    {
        Description = $"Channel: {string.Join(", ", Strategies.Contracts.Transport.All)}; "
            + "bench takes several. Default: the first that fits, or the scenario's.",
        HelpName = "transport",
        CompletionSources = { OptionValues.Names(Strategies.Contracts.Transport.All) },
        Value = plan => string.Join(',', plan.Transports),
    };

    public RunOption<string?> File { get; } = new("--file")
    {
        Description = "Send this file instead of generated ones.",
        Value = plan => IsGenerated(plan) || IsFetched(plan) ? null : plan.Payloads[0].Payload.Path,
        Shown = plan => IsGenerated(plan) ? "generated" : IsFetched(plan) ? "fetched" : plan.Payloads[0].Payload.Path,
        IsPath = true,
    };

    public RunOption<string?> Content { get; } = new("--content")
    {
        Description = $"What generated payloads are made of: {string.Join(", ", OptionValues.NamesOf<PayloadContent>())}. "
            + "Default: the scenario's.",
        HelpName = "content",
        CompletionSources = { OptionValues.NamesOf<PayloadContent>() },
        Value = plan => ContentOf(plan) is var content && content == plan.Scenario.Content ? null : OptionValues.NameOf(content),
        Shown = plan => IsGenerated(plan) ? OptionValues.NameOf(ContentOf(plan)) : "file",
    };

    public RunOption<string?> Server { get; } = new("--server")
    {
        Description = "Control address of a running server, as 'serve' printed it; with --barrier several, of which each sender takes one. "
            + "Default: start one.",
        Value = plan => plan.Server?.ToString(),
        Shown = plan => plan.Server?.ToString() ?? (plan.IsForeign ? "url" : "own"),
    };

    public RunOption<string?> Link { get; } = new("--link")
    {
        Description = $"Put a simulated network between the ends, such as rtt=25ms,rate=200mbit,loss=0.1% (Linux). "
            + $"Keys: {string.Join(", ", LinkSpec.Keys)}. Default: loopback.",
        HelpName = "spec",
        Value = plan => plan.Sender.Link,
    };

    public RunOption<string?> CongestionControl { get; } = new($"--{RunDescription.CongestionControl}")
    {
        Description = $"TCP congestion control of both ends, such as cubic; {RunDescription.SystemDefault} leaves the system's (Linux). "
            + "Default: the system's, but cubic over loopback if the system has bbr or another that paces.",
        Value = plan => plan.Sender.CongestionControl,
        Otherwise = RunDescription.SystemDefault,
    };

    public RunOption<string?> NoDelay { get; } = new("--no-delay")
    {
        Description = "on disables Nagle's algorithm, off leaves it.",
        DefaultValueFactory = _ => "on",
        CompletionSources = { OptionValues.OnOff },
        Value = plan => plan.Sender.NoDelay ? "on" : "off",
    };

    public RunOption<string?> ReceiverBuffer { get; } = new("--receiver-buffer")
    {
        Description = "Most bytes that receivers of frames ask for at once, such as 64K. Default: 1M.",
        HelpName = "size",
        Value = plan => plan.Sender.ReceiverBuffer?.ToString(),
        Otherwise = "default",
        IsOfOwnServer = true,
    };

    /// <summary>The options that say where both ends run.</summary>
    public PlacementRunOptions Place { get; }

    /// <summary>The option that adds strategies to ours.</summary>
    public StrategyRunOptions Added { get; } = new();

    /// <summary>The options that say how both ends wait.</summary>
    public WaitRunOptions Wait { get; } = new();

    /// <summary>The options that only HTTP has.</summary>
    public HttpRunOptions Http { get; } = new();

    /// <summary>The options that only receivers have which keep files.</summary>
    public KeepRunOptions Keep { get; } = new();

    /// <summary>The options for a server of another make, which only commands have that can measure one.</summary>
    public UrlRunOptions Url { get; } = new();

    public IEnumerable<Option> All =>
    [
        .. Added.All, Transport, File, Content, Server, Link, CongestionControl, NoDelay, .. Place.All, ReceiverBuffer, .. Wait.All,
        .. Keep.All, .. Http.All,
    ];

    /// <summary>True when the harness makes the payloads of a run.</summary>
    public static bool IsGenerated(RunPlan plan) => Path.GetDirectoryName(plan.Payloads[0].Payload.Path) == PayloadStore.Folder;

    /// <summary>True when the payload of a run is a file that a server of another make had before.</summary>
    public static bool IsFetched(RunPlan plan) => Path.GetDirectoryName(plan.Payloads[0].Payload.Path) == FetchedPayload.Folder;

    /// <summary>The transports the user named, or null.</summary>
    /// <exception cref="UsageException">No transport has that name.</exception>
    public IReadOnlyList<string>? ReadTransports(ParseResult result)
    {
        if (result.GetValue(Transport) is not { } list)
        {
            return null;
        }

        string[] named =
        [
            .. OptionValues.Split(list)
                .Select(name => OptionValues.OneOf("transport", name, Strategies.Contracts.Transport.All))
                .Distinct(),
        ];
        return named.Length > 0
            ? named
            : throw new UsageException($"--transport: name at least one of {string.Join(", ", Strategies.Contracts.Transport.All)}");
    }

    /// <summary>How the sender connects over <paramref name="transport"/>, checked.</summary>
    /// <exception cref="UsageException">An option has an unknown value, or two options contradict each other.</exception>
    /// <param name="result">The command line.</param>
    /// <param name="transport">The transport.</param>
    /// <param name="isForSeveral">True where several placements may be asked for; this takes the first.</param>
    public SenderOptions Read(ParseResult result, string transport, bool isForSeveral = false)
    {
        var sender = new SenderOptions
        {
            Transport = transport,
            Link = ReadLink(result),
            Http = Http.Read(result),
            Url = Url.Read(result),
            Storing = Keep.Read(result),
            StoreIn = Keep.ReadFolder(result, result.GetValue(Server) is not null),
            NoDelay = OptionValues.IsOn(result, NoDelay),
            CongestionControl = CongestionChoice.Of(
                result.GetValue(CongestionControl),
                isWithinMachine: result.GetValue(Server) is null && result.GetValue(Link) is null && !Url.IsRemote(result)
                    && transport is not (Strategies.Contracts.Transport.Unix or Strategies.Contracts.Transport.Pipe)),
            Affinity = CpuAffinity.None,
            Wait = Wait.ReadSender(result),
            ReceiverWait = Wait.ReadReceiver(result, result.GetValue(Server) is not null),
            ReceiverBuffer = ReadReceiverBuffer(result),
        };
        return (isForSeveral ? Place.Read(result)[0] : Place.ReadOne(result)).Of(sender);
    }

    /// <summary>Checks that everything that is measured goes over the link.</summary>
    /// <exception cref="UsageException">A transport stays within one machine.</exception>
    public static void ThrowIfBesideLink(SenderOptions sender, IEnumerable<string> transports)
    {
        if (sender.Link is not null
            && transports.FirstOrDefault(name => name is Strategies.Contracts.Transport.Unix or Strategies.Contracts.Transport.Pipe)
                is { } local)
        {
            throw new UsageException($"--link is a network, and transport '{local}' does not use one; leave one of them out");
        }
    }

    private string? ReadLink(ParseResult result)
    {
        if (result.GetValue(Link) is not { } text)
        {
            return null;
        }

        var spec = LinkSpec.Parse(text);
        if (result.GetValue(Server) is not null)
        {
            throw new UsageException("--link puts a server of this run at its other end; leave --server out");
        }

        return LinkReady.Current?.Specification == spec.ToString()
            ? spec.ToString()
            : throw new UsageException($"--link {spec}: this process is not at an end of that link; start the program by its own command");
    }

    private ByteSize? ReadReceiverBuffer(ParseResult result)
    {
        if (result.GetValue(ReceiverBuffer) is not { } text)
        {
            return null;
        }

        if (!ByteSize.TryParse(text, out ByteSize size) || size.Bytes is < SmallestBuffer or > LargestBuffer)
        {
            throw new UsageException($"--receiver-buffer: '{text}' is not a size from {SmallestBuffer} to 256M; write 64K or 1M");
        }

        return result.GetValue(Server) is null
            ? size
            : throw new UsageException(
                "--receiver-buffer is for a server that is started with the run; with --server, start that one as "
                + $"'serve --receiver-buffer {size}'");
    }

    /// <summary>What generated payloads are to be made of.</summary>
    /// <exception cref="UsageException">There is no such content, or a file was named as well.</exception>
    public PayloadContent ReadContent(ParseResult result, PayloadContent otherwise) =>
        result.GetValue(Content) is not null && result.GetValue(File) is not null
            ? throw new UsageException("--content is for generated payloads; leave it or --file out")
            : OptionValues.ReadEnum<PayloadContent>(result, Content) ?? otherwise;

    /// <summary>Looks whether a file can be what is transferred.</summary>
    /// <exception cref="UsageException">A file was named, or a length that is not served, and the payload
    /// comes from the server.</exception>
    public void ThrowIfNotServed(ParseResult result, IEnumerable<StrategyDescriptor> strategies, PayloadContent content)
    {
        if (strategies.FirstOrDefault(strategy => strategy.Fetches && !strategy.FetchesFiles && !strategy.IsForeign) is not { } fetching)
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
                $"{fetching.Id} fetches random or text; the server does not make --content {OptionValues.NameOf(content)}");
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
    public Uri? ReadServer(ParseResult result) => ReadServers(result) is { } servers
        ? servers.Count == 1
            ? servers[0]
            : throw new UsageException("--server: several servers are for a load of several senders, with --barrier NAME:N; name one")
        : null;

    /// <summary>The control addresses of running servers, or null.</summary>
    /// <exception cref="UsageException">One of them is no http address.</exception>
    public IReadOnlyList<Uri>? ReadServers(ParseResult result) => result.GetValue(Server) is { } text
        ? [.. text.Split(',', StringSplitOptions.TrimEntries).Select(one => OptionValues.ServerAddress(one)!)]
        : null;

    private static PayloadContent ContentOf(RunPlan plan) => plan.Payloads[0].Payload.Content;
}
