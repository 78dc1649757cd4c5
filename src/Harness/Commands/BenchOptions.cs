using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using FileTransfer.Harness.Exports;
using FileTransfer.Harness.Launching;
using FileTransfer.Harness.Native;
using FileTransfer.Harness.Rounds;
using FileTransfer.Harness.Scenarios;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Units;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Harness.Commands;

/// <summary>The options of <c>bench</c>, which it turns into a plan.</summary>
internal sealed class BenchOptions
{
    private readonly RunOptions _run = new();
    private readonly CacheOptions _cache = new();
    private readonly TurnRunOptions _turns = new();

    private const double PerCent = 100;

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
            .Where(strategy => !strategy.IsNative && strategy.Id != plan.Twin)
            .Select(strategy => strategy.Id)),
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

    private readonly RunOption<string[]> _sizes = new("--sizes", "--size")
    {
        Description = "Payload sizes, such as 1K,1.5M,10M (powers of 1024); repeat the option to add more. Default: the scenario's.",
        Value = plan => RunOptions.IsGenerated(plan) ? SizesOf(plan) : null,
        Shown = SizesOf,
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

    private readonly RunOption<string?> _rounds = new("--rounds")
    {
        Description =
            "Measure every case in so many rounds, each with new processes, instead of racing: nobody leaves before the end.",
        Value = plan => plan.Budget is null ? plan.Rounds.ToString(CultureInfo.InvariantCulture) : null,
        Otherwise = "budget",
    };

    private readonly RunOption<string?> _budget = new("--budget")
    {
        Description =
            "Time for the rounds of a race, such as 10m. Strategies leave it when they are proven to be slower, sizes when their answer is "
                + "known. Default: the profile's.",
        Value = plan => plan.Budget is { } budget ? Seconds(budget) : null,
        Otherwise = "none",
    };

    private readonly RunOption<string?> _margin = new("--margin")
    {
        Description =
            "Difference that does not matter, such as 5%: what is proven to be within it is as fast. With 0% only the fastest counts. "
                + "Default: the profile's.",
        HelpName = "share",
        Value = plan => string.Create(CultureInfo.InvariantCulture, $"{plan.Margin * PerCent:0.##}%"),
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

    /// <summary>Every strategy's id.</summary>
    public static string[] Ids() => OptionValues.Names(StrategyCatalog.All.Select(strategy => strategy.Id));

    public IEnumerable<Option> All =>
    [
        _scenario, _strategies, _baseline, _native, _sizes, _profile, _rounds, _budget, _margin,
        .. _turns.All,
        _resume, _output, _brief, _gate, _seed,
        .. _run.All,
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
        ThrowIfTooShort(plan);
        return plan with
        {
            Folder = RunFolder.Create(result.GetRequiredValue(_output), plan.Scenario.Name, now),
            IsFirst = result.CommandResult.Children.OfType<OptionResult>().All(option => option.Implicit || option.Option == _output),
        };
    }

    private RunPlan Resume(ParseResult result, string folder)
    {
        string[] others = [.. result.CommandResult.Children.OfType<OptionResult>()
            .Where(option => !option.Implicit && option.Option != _resume && option.Option != _rounds && option.Option != _budget
                && option.Option != _run.Link)
            .Select(option => option.Option.Name)];
        if (others.Length > 0)
        {
            throw new UsageException(
                $"--resume uses the options of the resumed run; leave out {string.Join(", ", others)}, or start a new run");
        }

        var resumed = ResumedRun.Load(folder);
        var again = new Command("bench");
        var options = new BenchOptions();
        again.AddAll(options.All);
        RunPlan plan = options.ReadPlan(again.Parse(resumed.Arguments), resumed.ForBenchmarkDotNet);
        int added = ReadRounds(result, plan.Profile.Name);
        plan = plan with
        {
            Resumed = resumed.Run,
            Folder = resumed.Folder,
            Rounds = resumed.Run.Run.Rounds!.Value + added,
            Budget = ReadBudget(result, plan.Profile),
            IsBudgetGiven = result.GetValue(_budget) is not null,
        };
        ThrowIfTooShort(plan);
        return plan;
    }

    private RunPlan ReadPlan(ParseResult result, IReadOnlyList<string> benchmarkDotNetArguments)
    {
        string scenarioName = OptionValues.OneOf(
            "scenario",
            result.GetRequiredValue(_scenario),
            [.. ScenarioCatalog.All.Select(candidate => candidate.Name)]);
        Scenario scenario = ScenarioCatalog.All.Single(candidate => candidate.Name == scenarioName);
        string profileName = OptionValues.OneOf(
            "profile",
            result.GetRequiredValue(_profile),
            [.. Profile.All.Select(candidate => candidate.Name)]);
        IReadOnlyList<string> transports = _run.ReadTransports(result) ?? scenario.DefaultTransports;
        CacheMode cache = _cache.Read(result, scenario.Cache);
        SenderOptions sender = _run.Read(result, transports[0], isForSeveral: true) with { Cache = cache };
        RunOptions.ThrowIfBesideLink(sender, transports);
        Uri? server = _run.ReadServer(result);
        NativeProgram? native = StrategyChoice.ReadNative(result.GetValue(_native), transports);
        IEnumerable<string> patterns = OptionValues.IsGiven(result, _strategies)
            ? result.GetRequiredValue(_strategies).SelectMany(OptionValues.Split)
            : native?.Ways.Select(way => way.Dimensions.Counterpart!) ?? scenario.Strategies;
        bool isBrief = result.GetValue(_brief);
        bool isGated = result.GetValue(_gate);
        IReadOnlyList<StrategyDescriptor> strategies = CacheOptions.Apply(
            cache,
            [.. StrategyChoice.Read(patterns, transports, native).Where(strategy => strategy.Delivers || !isBrief)],
            server);
        _run.Http.ThrowIfNotUsed(result, strategies, transports);
        _run.Keep.ThrowIfNotUsed(result, strategies);
        _run.Wait.ThrowIfNotWaiting(result, strategies);
        StrategyChoice.ThrowIfNotNative(native, sender.Wait);
        PayloadContent content = _run.ReadContent(result, scenario.Content);
        _run.ThrowIfNotServed(result, strategies, content);
        IReadOnlyList<SizedPayload> payloads = ReadPayloads(result, scenario, strategies, content);
        CacheOptions.ThrowIfNeverCold(cache, payloads);
        _ = BenchmarkDotNetArguments.Parse(benchmarkDotNetArguments);
        DescriptorLimit.ThrowIfTooLow(strategies, sender.Http);
        (string? baseline, string rule) = StrategyChoice.ReadBaseline(result.GetValue(_baseline), strategies, scenario);
        TimeSpan? budget = ReadBudget(result, Profile.All.Single(candidate => candidate.Name == profileName));
        Profile profile = _turns.Read(result, Profile.All.Single(candidate => candidate.Name == profileName));
        StrategyDescriptor? twin = profile.HasTwin && budget is not null && !isBrief
            ? StrategyChoice.TwinOf(baseline, strategies)
            : null;
        strategies = twin is null ? strategies : [.. strategies.Append(twin).OrderBy(strategy => strategy.IsNative)];
        var plan = new RunPlan
        {
            Scenario = scenario,
            Profile = profile,
            Twin = twin?.Id,
            Margin = result.GetValue(_margin) is { } margin
                ? OptionValues.ReadShare("--margin", margin, mayBeNothing: true)
                : profile.Margin,
            Strategies = strategies,
            Native = native,
            Baseline = baseline,
            BaselineRule = rule,
            Payloads = payloads,
            Transports = transports,
            Sender = sender,
            Placements = _run.ReadPlacements(result),
            Room = strategies.Count * transports.Count > 1
                ? SenderRoom.Of(strategies, payloads.Max(one => one.Payload.Length), isGated ? ComparedSides : 1)
                : null,
            Server = server,
            OrderSeed = result.GetValue(_seed) ?? Random.Shared.Next(1, 100_000),
            Rounds = ReadRounds(result, profileName),
            Budget = budget,
            IsBudgetGiven = result.GetValue(_budget) is not null,
            Folder = "",
            IsBrief = isBrief,
            IsGated = isGated,
            BenchmarkDotNetArguments = benchmarkDotNetArguments,
        };
        // The time of a profile is for races.
        return plan.IsBudgetGiven || plan.CanRace ? plan : plan with { Budget = null };
    }

    private static void ThrowIfTooShort(RunPlan plan)
    {
        if (plan is { IsBudgetGiven: true, Budget: { } budget } && budget < plan.RoundEstimate)
        {
            throw new UsageException(
                $"--budget {Seconds(budget)}: one round of {plan.Available.Count} launches takes about "
                + $"{Seconds(plan.RoundEstimate)}; give at least that, or fewer strategies and sizes");
        }
    }

    private int ReadRounds(ParseResult result, string profile)
    {
        const int Most = 1000;
        if (result.GetValue(_rounds) is not { } text)
        {
            return Profile.All.Single(candidate => candidate.Name == profile).Rounds;
        }

        if (result.GetValue(_budget) is not null)
        {
            throw new UsageException("--rounds and --budget both set the length of the run; give one of them");
        }

        return OptionValues.ReadNumber("--rounds", text, 1, Most);
    }

    private TimeSpan? ReadBudget(ParseResult result, Profile profile) =>
        result.GetValue(_budget) is { } text ? OptionValues.ReadDuration("--budget", text, TimeSpan.FromHours(48))
        : result.GetValue(_rounds) is null ? profile.Budget
        : null;

    private IReadOnlyList<SizedPayload> ReadPayloads(
        ParseResult result,
        Scenario scenario,
        IReadOnlyList<StrategyDescriptor> strategies,
        PayloadContent content)
    {
        if (result.GetValue(_run.File) is { } file)
        {
            return OptionValues.IsGiven(result, _sizes)
                ? throw new UsageException("the file given with --file has its own size; leave --sizes out")
                : [PayloadStore.FromFile(file)];
        }

        ByteSize[] sizes = OptionValues.IsGiven(result, _sizes)
            ? [.. result.GetRequiredValue(_sizes).SelectMany(OptionValues.Split).Select(OptionValues.ReadSize).Distinct().Order()]
            : DefaultSizes(scenario, strategies);
        if (sizes.Length == 0)
        {
            throw new UsageException("--sizes: name at least one size, such as 1K,100K,10M");
        }

        RunOptions.ThrowIfNotTaken(strategies, sizes);
        return [.. sizes.Select(size => PayloadStore.Get(size, content))];
    }

    /// <summary>The scenario's sizes that at least one strategy accepts; all of them when none is accepted.</summary>
    private static ByteSize[] DefaultSizes(Scenario scenario, IReadOnlyList<StrategyDescriptor> strategies)
    {
        ByteSize[] taken = [.. scenario.Sizes
            .Where(size => strategies.Any(strategy => strategy.Delivers && strategy.AcceptedSizes.Include(size.Bytes)))];
        return taken.Length > 0 ? taken : [.. scenario.Sizes];
    }

    private static string SizesOf(RunPlan plan) => string.Join(',', plan.Payloads.Select(payload => payload.Label));

    /// <summary>A duration in the format of the options: <c>600s</c>.</summary>
    private static string Seconds(TimeSpan time) => string.Create(CultureInfo.InvariantCulture, $"{time.TotalSeconds:0.###}s");
}
