using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using FileTransfer.Harness.Exports;
using FileTransfer.Harness.Rounds;
using FileTransfer.Harness.Scenarios;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Native;
using FileTransfer.Senders.StrategyAssemblies;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Harness.Commands;

/// <summary>The options of <c>bench</c>, which it turns into a plan.</summary>
/// <param name="notices">Where the user is told what hosts are asked, before they are.</param>
/// <param name="cancellationToken">Ends what is fetched before a run.</param>
internal sealed class BenchOptions(TextWriter notices, CancellationToken cancellationToken)
{
    private readonly RunOptions _run = new();
    private readonly CacheOptions _cache = new();
    private readonly RaceRunOptions _race = new();
    private readonly TurnRunOptions _turns = new();
    private readonly SizeRunOptions _sizes = new();

    /// <summary>Runs of a comparison that are alive at the same time: base, base again, and the other side.</summary>
    private const int ComparedSides = 3;

    private readonly RunOption<string> _scenario = new("--scenario")
    {
        Description = $"What to compare: {string.Join(", ", ScenarioCatalog.All.Select(scenario => scenario.Name))}.",
        DefaultValueFactory = _ => ScenarioCatalog.Default.Name,
        HelpName = "scenario",
        CompletionSources = { OptionValues.Names(ScenarioCatalog.All.Select(scenario => scenario.Name)) },
        Value = plan => plan.Scenario.Name,
    };

    private readonly RunOption<string[]> _strategies = new("--strategies", "--strategy")
    {
        Description = "Ids or globs, such as send-file,read-write-*; repeat the option to add more. Default: the scenario's.",
        HelpName = "ids",
        CompletionSources = { Ids() },
        Value = plan => string.Join(',', plan.Strategies
            .Where(strategy => !strategy.IsNative && strategy.Id != plan.Twin && !(plan.IsForeign && !strategy.Delivers))
            .Select(strategy => strategy.IsForeign ? strategy.Dimensions.Original! : strategy.Id)
            .Distinct()),
        Shown = plan => string.Join(',', plan.Strategies.Select(strategy => strategy.Id)),
    };

    private readonly RunOption<string?> _baseline = new("--baseline")
    {
        Description = "Strategy that the others are compared with, by id. Default: the scenario's, or the first.",
        HelpName = "id",
        CompletionSources = { Ids() },
        Value = plan => plan.BaselineRule == VerdictNotes.Asked ? plan.Baseline : null,
        Shown = plan => plan.Baseline ?? "none",
    };

    private readonly RunOption<string?> _native = new("--native")
    {
        Description =
            "Also measure the native reference, a program in C that scripts/native-reference.sh builds: for each strategy the way "
                + "that makes the same calls. Without --strategies: the strategies that have one.",
        HelpName = "program",
        Value = plan => plan.Native?.Path,
        Shown = plan => plan.Native is { } native ? $"{native.Path} ({native.Build})" : "none",
        IsPath = true,
    };

    private readonly RunOption<string> _profile = new("--profile")
    {
        Description =
            $"How much time to spend. {string.Join("; ", Profile.All.Select(profile => $"{profile.Name}: {profile.Description}"))}.",
        DefaultValueFactory = _ => Profile.Quick.Name,
        HelpName = "profile",
        CompletionSources = { OptionValues.Names(Profile.All.Select(profile => profile.Name)) },
        Value = plan => plan.Profile.Name,
    };

    private readonly Option<string?> _resume = new("--resume")
    {
        Description = "Add rounds to the finished run in this folder, with its options, on the same machine and with the same build.",
    };

    private readonly Option<string> _output = new("--output")
    {
        Description = "Parent folder of the run's folder.",
        DefaultValueFactory = _ => "results",
    };

    private readonly RunOption<bool> _brief = new(Brief)
    {
        Description = "Leave results.json alone: no reports, no look at the machine, no null. For programs that make many short runs.",
        Value = plan => plan.IsBrief ? "" : null,
        Shown = plan => plan.IsBrief ? "yes" : "no",
    };

    private readonly Option<bool> _gate = new(Gate.Option)
    {
        Description = "Write 'gate' before each cycle of turns, and wait for a line. For programs that let several runs take turns.",
    };

    private readonly RunOption<int?> _seed = new("--seed")
    {
        Description = "Seed of the order in which cases run. Default: a new one.",
        Value = plan => plan.OrderSeed.ToString(CultureInfo.InvariantCulture),
    };

    /// <summary>The option of a run that is a part of something larger.</summary>
    public const string Brief = "--brief";

    /// <summary>Options that nobody reads: for their names, and to describe a run.</summary>
    public BenchOptions()
        : this(TextWriter.Null, CancellationToken.None)
    {
    }

    /// <summary>Every strategy's id.</summary>
    public static string[] Ids() => OptionValues.Names(StrategyCatalog.All.Select(strategy => strategy.Id));

    public IEnumerable<Option> All =>
    [
        _scenario, _strategies, _baseline, _native, .. _sizes.All, _profile,
        .. _race.All,
        .. _turns.All,
        _resume, _output, _brief, _gate, _seed,
        .. _run.All,
        .. _run.Url.All,
        .. _cache.All,
    ];

    /// <summary>Validates the options before anything is started, and creates the run's folder.</summary>
    /// <exception cref="UsageException">An option or a combination of options is invalid.</exception>
    public RunPlan Read(ParseResult result, IReadOnlyList<string> benchmarkDotNetArguments, DateTimeOffset now)
    {
        if (result.GetValue(_resume) is { } folder)
        {
            return Resume(result, folder);
        }

        RunPlan plan = ReadPlan(result, benchmarkDotNetArguments);
        RaceRunOptions.ThrowIfTooShort(plan);
        return plan with
        {
            Folder = RunFolder.Create(result.GetRequiredValue(_output), plan.Scenario.Name, now),
            IsFirst = result.CommandResult.Children.OfType<OptionResult>().All(option => option.Implicit || option.Option == _output),
        };
    }

    private RunPlan Resume(ParseResult result, string folder)
    {
        string[] others = [.. result.CommandResult.Children.OfType<OptionResult>()
            .Where(option => !option.Implicit && option.Option != _resume && !_race.IsLength(option.Option)
                && option.Option != _run.Link)
            .Select(option => option.Option.Name)];
        if (others.Length > 0)
        {
            throw new UsageException(
                $"--resume uses the options of the resumed run; leave out {string.Join(", ", others)}, or start a new run");
        }

        var resumed = ResumedRun.Load(folder);
        var again = new Command("bench");
        var options = new BenchOptions(notices, cancellationToken);
        again.AddAll(options.All);
        RunPlan plan = options.ReadPlan(again.Parse(resumed.Arguments), resumed.ForBenchmarkDotNet);
        resumed.ThrowIfReplaced(plan.StrategiesFrom);
        int added = _race.ReadRounds(result, plan.Profile);
        plan = plan with
        {
            Resumed = resumed.Run,
            Folder = resumed.Folder,
            Rounds = resumed.Run.Run.Rounds!.Value + added,
            Budget = _race.ReadBudget(result, plan.Profile),
            IsBudgetGiven = _race.IsBudgetGiven(result),
        };
        RaceRunOptions.ThrowIfTooShort(plan);
        return plan;
    }

    private RunPlan ReadPlan(ParseResult result, IReadOnlyList<string> benchmarkDotNetArguments)
    {
        IReadOnlyList<string>? named = _run.ReadTransports(result);
        IEnumerable<string>? asked = OptionValues.IsGiven(result, _strategies)
            ? result.GetRequiredValue(_strategies).SelectMany(OptionValues.Split)
            : null;
        var foreign = BenchedUrls.Read(_run.Url, result, named, asked);
        string scenarioName = OptionValues.OneOf(
            "scenario",
            foreign is null || OptionValues.IsGiven(result, _scenario) ? result.GetRequiredValue(_scenario) : foreign.Scenario,
            [.. ScenarioCatalog.All.Select(candidate => candidate.Name)]);
        Scenario scenario = ScenarioCatalog.All.Single(candidate => candidate.Name == scenarioName);
        string profileName = OptionValues.OneOf(
            "profile",
            result.GetRequiredValue(_profile),
            [.. Profile.All.Select(candidate => candidate.Name)]);
        IReadOnlyList<string> transports = named ?? foreign?.Choice.Used ?? scenario.DefaultTransports;
        CacheMode cache = _cache.Read(result, scenario.Cache);
        SenderOptions sender = _run.Read(result, transports[0], isForSeveral: true) with { Cache = cache };
        RunOptions.ThrowIfBesideLink(sender, transports);
        Uri? server = _run.ReadServer(result);
        StrategyAssembly? added = _run.Added.Read(result);
        KnownStrategies known = added?.Known ?? StrategyCatalog.Ours;
        NativeProgram? native = StrategyChoice.ReadNative(result.GetValue(_native), transports);
        IEnumerable<string> patterns = asked
            ?? native?.Ways.Select(way => way.Dimensions.Counterpart!) ?? scenario.Strategies;
        bool isBrief = result.GetValue(_brief);
        bool isGated = result.GetValue(_gate);
        IReadOnlyList<StrategyDescriptor> strategies = CacheOptions.Apply(
            cache,
            [
                .. (foreign?.Strategies ?? StrategyChoice.Read(known, patterns, transports, native))
                    .Where(strategy => strategy.Delivers || !isBrief),
            ],
            server);
        _run.Http.ThrowIfNotUsed(result, strategies, transports);
        _run.Keep.ThrowIfNotUsed(result, strategies);
        _run.Wait.ThrowIfNotWaiting(result, strategies);
        StrategyChoice.ThrowIfNotNative(native, sender.Wait);
        PayloadContent content = _run.ReadContent(result, scenario.Content);
        _run.ThrowIfNotServed(result, strategies, content);
        _ = BenchmarkDotNetArguments.Parse(benchmarkDotNetArguments);
        DescriptorLimit.ThrowIfTooLow(strategies, sender.Http);
        (string? baseline, string rule) = StrategyChoice.ReadBaseline(result.GetValue(_baseline), strategies, scenario);
        Profile profile = _turns.Read(result, Profile.All.Single(candidate => candidate.Name == profileName));
        TimeSpan? budget = _race.ReadBudget(result, profile);
        budget = foreign is null || _race.IsBudgetGiven(result) ? budget : BenchedUrls.BudgetOf(profile, budget);
        StrategyDescriptor? twin = profile.HasTwin && budget is not null && !isBrief
            ? StrategyChoice.TwinOf(known, baseline, strategies)
            : null;
        // Last, because it may ask another host.
        IReadOnlyList<SizedPayload> payloads = foreign?.FileOf(
            result.GetValue(_run.File), _sizes.IsGiven(result), notices, cancellationToken) is { } file
            ? [file]
            : _sizes.Read(result, result.GetValue(_run.File), scenario, strategies, content);
        CacheOptions.ThrowIfNeverCold(cache, payloads);
        strategies = twin is null ? strategies : [.. strategies.Append(twin).OrderBy(strategy => strategy.IsNative)];
        var plan = new RunPlan
        {
            Scenario = scenario,
            Profile = profile,
            Twin = twin?.Id,
            Margin = _race.ReadMargin(result, profile),
            Strategies = strategies,
            StrategiesFrom = added,
            Native = native,
            Baseline = baseline,
            BaselineRule = rule,
            Payloads = payloads,
            Transports = transports,
            Sender = sender,
            Placements = _run.Place.Read(result),
            Room = strategies.Count * transports.Count > 1
                ? SenderRoom.Of(strategies, payloads.Max(one => one.Payload.Length), isGated ? ComparedSides : 1)
                : null,
            Server = server,
            OrderSeed = result.GetValue(_seed) ?? Random.Shared.Next(1, 100_000),
            Rounds = _race.ReadRounds(result, profile),
            Budget = budget,
            IsBudgetGiven = _race.IsBudgetGiven(result),
            Folder = "",
            IsBrief = isBrief,
            IsGated = isGated,
            BenchmarkDotNetArguments = benchmarkDotNetArguments,
        };
        // The time of a profile is for races.
        return plan.IsBudgetGiven || plan.CanRace ? plan : plan with { Budget = null };
    }
}
