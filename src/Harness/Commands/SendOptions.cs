using System.CommandLine;
using System.Globalization;
using FileTransfer.Harness.Load.Generating;
using FileTransfer.Harness.Load.Reports;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Sessions;
using FileTransfer.Senders.StrategyAssemblies;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Units;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Harness.Commands;

/// <summary>The options of <c>send</c>, which it turns into a plan.</summary>
/// <param name="notices">Where the user is told what hosts are asked, before they are.</param>
/// <param name="cancellationToken">Ends what is fetched before a measurement.</param>
internal sealed class SendOptions(TextWriter notices, CancellationToken cancellationToken)
{
    private static readonly TimeSpan s_defaultDuration = TimeSpan.FromSeconds(2);

    private readonly RunOptions _run = new();
    private readonly CacheOptions _cache = new();

    /// <summary>The options for load.</summary>
    public LoadOptions Load { get; } = new();

    private readonly Option<string> _strategy = new("--strategy", "--strategies")
    {
        Description = "Strategy by id; 'list' shows them.",
        DefaultValueFactory = _ => "send-file",
        HelpName = "id",
        CompletionSources = { BenchOptions.Ids() },
    };

    private readonly Option<string> _size = new("--size", "--sizes")
    {
        Description = "Payload size, such as 100K (powers of 1024); a mix by weight for load, such as 1K:90,1M:10.",
        DefaultValueFactory = _ => "1M",
    };

    private readonly Option<string?> _count = new("--count")
    {
        Description = string.Create(
            CultureInfo.InvariantCulture,
            $"Number of recorded transfers; concurrent requests are made in whole rounds of {TransferRound.Transfers}."),
    };

    private readonly Option<string?> _duration = new("--duration")
    {
        Description = "Time to record, such as 500ms, 5s or 2m. Default: 2s, unless --count is given.",
    };

    private readonly Option<string?> _warmup = new("--warmup")
    {
        Description = "Number of transfers before recording, for load also a time such as 2s. Default: as many as fit in 250 ms, "
            + "for load in 1 s.",
    };

    private readonly Option<bool> _json = new("--json") { Description = "Print one JSON object." };

    public IEnumerable<Option> All =>
        [_strategy, _size, _count, _duration, _warmup, _json, .. _run.All, .. _run.Url.All, .. _cache.All, .. Load.All];

    /// <summary>The options that say what is sent, and how.</summary>
    public IEnumerable<Option> Case => [_strategy, _size, .. _run.All, .. _cache.All];

    /// <summary>The options for a server of another make.</summary>
    public IEnumerable<Option> Url => _run.Url.All;

    /// <summary>True when many connections, a rate, a mix of sizes or anything else of <see cref="LoadOptions"/> is asked for.</summary>
    public bool IsLoad(ParseResult result) => Load.IsGiven(result) || SizeWeights.IsMix(result.GetRequiredValue(_size));

    /// <summary>True when the result is printed as JSON.</summary>
    public bool IsJson(ParseResult result) => result.GetValue(_json);

    /// <summary>The strategy that the user named, or null.</summary>
    public string? NamedStrategy(ParseResult result) => OptionValues.IsGiven(result, _strategy) ? result.GetValue(_strategy) : null;

    /// <summary>The size that the user named, or null.</summary>
    public string? NamedSize(ParseResult result) => OptionValues.IsGiven(result, _size) ? result.GetValue(_size) : null;

    /// <summary>The assembly whose strategies are added to ours, or null.</summary>
    /// <exception cref="UsageException">It cannot be loaded.</exception>
    public StrategyAssembly? Added(ParseResult result) => _run.Added.Read(result);

    /// <summary>The number of transfers as it was written; null for a duration.</summary>
    public string? CountOf(ParseResult result) => result.GetValue(_count);

    /// <summary>What a load is asked for, before it is known whether it gives a result.</summary>
    /// <param name="result">The command line.</param>
    /// <param name="foreign">What is measured at an address; null without one.</param>
    /// <exception cref="UsageException">A size is invalid.</exception>
    public AskedLoad ReadAsked(ParseResult result, ForeignLoad? foreign) => new(
        foreign?.Client.Id ?? result.GetRequiredValue(_strategy),
        foreign?.File is { } fetched ? $"{new ByteSize(fetched.Payload.Length)}"
            : result.GetValue(_run.File) is { } file && File.Exists(file) ? $"{new ByteSize(new FileInfo(file).Length)}"
            : LoadText.Sizes(SizeWeights.Read(result.GetRequiredValue(_size))),
        result.GetValue(Load.Connections) ?? "1");

    /// <summary>Validates the options of a load before anything is started.</summary>
    /// <exception cref="UsageException">An option or a combination of options is invalid.</exception>
    public SendLoadPlan ReadLoad(ParseResult result)
    {
        UrlChoice? foreign = ChooseUrl(result);
        StrategyDescriptor strategy = FindAny(result, foreign);
        LoadOptions.ThrowIfNotLoadable(strategy);
        SendPlan one = Read(result, foreign, strategy, foreign is null ? default : Load.PaceOf(result, strategy));
        if (one.Sender.Cache != CacheMode.Warm)
        {
            throw new UsageException(
                "--cache evicts the file before each transfer, and a load has many at a time; leave the options of a load out, or --cache");
        }

        if (one.Json && Load.IsForCrank(result))
        {
            throw new UsageException("--crank and --json exclude each other: each is all that is printed");
        }

        string? warmup = result.GetValue(_warmup);
        bool isCount = warmup is not null && warmup.All(char.IsAsciiDigit);
        var plan = new LoadPlan
        {
            Strategy = strategy,
            Payloads = result.GetValue(_run.File) is null && strategy is not { IsForeign: true, Fetches: true }
                ? [.. SizeWeights.Read(result.GetRequiredValue(_size))
                    .Select(size => new WeightedPayload(PayloadStore.Get(size.Size, one.Payload.Payload.Content).Payload, size.Weight))]
                : [new WeightedPayload(one.Payload.Payload, 1)],
            Sender = one.Sender,
            // Known when the server has started.
            Server = one.Server ?? new Uri("http://127.0.0.1:0"),
            Connections = 1,
            Seed = 0,
            Count = one.Count,
            Duration = one.Duration,
            WarmupCount = isCount ? ReadCount("--warmup", warmup, minimum: 0) : null,
            Warmup = warmup is not null && !isCount
                ? OptionValues.ReadDuration("--warmup", warmup, TimeSpan.FromMinutes(10))
                : TimeSpan.FromSeconds(1),
        };
        plan = Load.Read(result, plan, DateTimeOffset.UtcNow);
        plan = plan with { Fleet = LoadOptions.ReadFleet(plan.Barrier, _run.ReadServers(result) ?? []) };
        plan = plan with
        {
            Watch = ReturnWatch.For(
                strategy, plan.Payloads.Max(payload => payload.Payload.Length), LoadStart.LongestIdle(plan, DateTimeOffset.UtcNow)),
        };
        DescriptorLimit.ThrowIfTooLow(strategy.Id, plan.Connections);
        return new SendLoadPlan
        {
            Load = plan,
            IsServerOwn = one.Server is null && !strategy.IsForeign,
            Files = one.Files,
            Output = result.GetValue(Load.Output) is { } output ? Path.GetFullPath(output) : null,
            Json = one.Json,
            Crank = Load.IsForCrank(result),
        };
    }

    /// <summary>Validates the options before anything is started.</summary>
    /// <exception cref="UsageException">An option or a combination of options is invalid.</exception>
    public SendPlan Read(ParseResult result)
    {
        UrlChoice? foreign = ChooseUrl(result);
        return Read(result, foreign, FindAny(result, foreign), new UrlPace(Connections: 1, Rate: null));
    }

    /// <summary>What <c>load</c> measures at an address: the client, and the file, which is fetched once for all steps.</summary>
    /// <param name="result">The command line.</param>
    /// <param name="paceOf">How hard the server will be asked by a client.</param>
    /// <returns>Null without an address.</returns>
    /// <exception cref="UsageException">An option or a combination of options is invalid.</exception>
    /// <exception cref="TransferException">The file of the address does not come.</exception>
    public ForeignLoad? ReadForeignLoad(ParseResult result, Func<StrategyDescriptor, UrlPace> paceOf)
    {
        if (ChooseUrl(result) is not { } foreign)
        {
            return null;
        }

        StrategyDescriptor client = FindClient(result, foreign);
        string? named = result.GetValue(_run.File);
        SizedPayload? file = foreign.FileOf(
            [client], named, OptionValues.IsGiven(result, _size), paceOf(client), notices, cancellationToken);
        return new ForeignLoad(client, file, WasFetched: named is null && file is not null);
    }

    /// <summary>True when an address leads away from this machine.</summary>
    /// <exception cref="UsageException">It is none.</exception>
    public bool IsRemote(ParseResult result) => _run.Url.IsRemote(result);

    /// <summary>The value of an option as it may be recorded.</summary>
    public string Recorded(Option option, string value) => _run.Url.Recorded(option, value);

    private SendPlan Read(ParseResult result, UrlChoice? foreign, StrategyDescriptor strategy, UrlPace pace)
    {
        if (result.GetValue(_run.File) is not null && OptionValues.IsGiven(result, _size))
        {
            throw new UsageException("the file given with --file has its own size; leave --size out");
        }

        if (result.GetValue(_count) is not null && result.GetValue(_duration) is not null)
        {
            throw new UsageException("--count and --duration exclude each other; give one of them");
        }

        long? count = ReadCount("--count", result.GetValue(_count), minimum: 1);
        IReadOnlyList<string> transports = _run.ReadTransports(result) ?? [strategy.Transports[0]];
        if (transports.Count > 1)
        {
            throw new UsageException($"send measures over one transport; bench compares several ('{string.Join(',', transports)}')");
        }

        // A plan of one size stands for all of a mix in what they have in common.
        IReadOnlyList<(ByteSize Size, double Weight)> sizes = SizeWeights.Read(result.GetRequiredValue(_size));
        if (result.GetValue(_run.File) is null)
        {
            RunOptions.ThrowIfNotTaken([strategy], sizes.Select(size => size.Size));
        }

        PayloadContent content = _run.ReadContent(result, PayloadContent.Random);
        _run.ThrowIfNotServed(result, [strategy], content);
        CacheMode cache = _cache.Read(result, CacheMode.Warm);
        SenderOptions sender = _run.Read(result, transports[0]) with { Cache = cache };
        RunOptions.ThrowIfBesideLink(sender, transports);
        Uri? server = IsLoad(result) ? _run.ReadServers(result)?[0] : _run.ReadServer(result);
        strategy = CacheOptions.Apply(cache, [strategy], server)[0];
        _run.Http.ThrowIfNotUsed(result, [strategy], transports);
        _run.Keep.ThrowIfNotUsed(result, [strategy]);
        _run.Wait.ThrowIfNotWaiting(result, [strategy]);
        DescriptorLimit.ThrowIfTooLow([strategy], sender.Http);
        if (strategy.Delivers && !strategy.Transports.Contains(sender.Transport))
        {
            throw new UsageException(
                $"{strategy.Id} cannot use transport '{sender.Transport}'; it can use: {string.Join(", ", strategy.Transports)}");
        }

        string? named = result.GetValue(_run.File);
        SizedPayload payload = foreign?.FileOf([strategy], named, OptionValues.IsGiven(result, _size), pace, notices, cancellationToken)
            ?? (named is not null ? PayloadStore.FromFile(named) : PayloadStore.Get(sizes[0].Size, content));
        CacheOptions.ThrowIfNeverCold(cache, [payload]);
        return new SendPlan
        {
            Strategy = strategy,
            Payload = payload,
            Sender = sender,
            Server = server,
            Count = count,
            Duration = count is null
                ? (result.GetValue(_duration) is { } duration
                    ? OptionValues.ReadDuration("--duration", duration, TimeSpan.FromHours(1))
                    : s_defaultDuration)
                : null,
            Warmup = IsLoad(result) ? null : ReadCount("--warmup", result.GetValue(_warmup), minimum: 0),
            Json = result.GetValue(_json),
        };
    }

    private UrlChoice? ChooseUrl(ParseResult result) => _run.Url.Choose(result, _run.ReadTransports(result));

    private StrategyDescriptor FindAny(ParseResult result, UrlChoice? foreign) =>
        foreign is null ? FindStrategy(result) : FindClient(result, foreign);

    private StrategyDescriptor FindStrategy(ParseResult result) =>
        StrategyRunOptions.Find(_run.Added.Read(result), result.GetRequiredValue(_strategy));

    private StrategyDescriptor FindClient(ParseResult result, UrlChoice foreign) =>
        foreign.Strategies(OptionValues.IsGiven(result, _strategy) ? [result.GetRequiredValue(_strategy)] : null) is [var only]
            ? only
            : throw new UsageException("send and load measure one client with one --url; bench compares several");

    private static long? ReadCount(string option, string? text, int minimum) =>
        text is null ? null : OptionValues.ReadNumber(option, text, minimum, 100_000_000);
}
