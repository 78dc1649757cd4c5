using System.CommandLine;
using System.Globalization;
using FileTransfer.Harness.Comparing;
using FileTransfer.Harness.Rounds;
using FileTransfer.Results.Errors;
using FileTransfer.Results.Statistics;

namespace FileTransfer.Harness.Commands;

/// <summary>The options of <c>compare</c>: two sides, how long, and what bench is told on both.</summary>
/// <param name="notices">Where the user is told what hosts are asked, before they are.</param>
internal sealed class CompareOptions(TextWriter notices)
{
    private const string Pass = "pass";
    private const string Fail = "fail";

    /// <summary>Ten look well, and two may be disturbed.</summary>
    private const int UsualRounds = 12;
    private const int MostRounds = 1000;

    private readonly UrlRunOptions _url = new();

    private readonly Option<string[]> _base = Side("--base", "measured twice in each round");
    private readonly Option<string[]> _diff = Side("--diff", "measured once");

    private readonly Option<string[]> _baseEnvironment = Variables("--base-env");
    private readonly Option<string[]> _diffEnvironment = Variables("--diff-env");

    private readonly Option<int> _rounds = new("--rounds")
    {
        Description = "Rounds; each measures the base twice and the other side once.",
        DefaultValueFactory = _ => UsualRounds,
    };

    private readonly Option<string?> _budget = new("--budget") { Description = "Time to spend instead of rounds, such as 10m." };

    private readonly Option<bool> _untilDecided = new("--until-decided")
    {
        Description =
            $"End as soon as every case is decided, after {InterimLooks.Rounds[^1]} rounds at most. The looks share the error rate.",
    };

    private readonly Option<string> _threshold = new("--threshold")
    {
        Description = "Differences up to this are of no interest.",
        DefaultValueFactory = _ => "5%",
    };

    private readonly Option<string?> _inconclusive = new("--inconclusive")
    {
        Description = "Exit code when nothing is worse, and not everything is known: pass is 0, fail is 1. Default: 3.",
        CompletionSources = { Pass, Fail },
    };

    private readonly Option<int?> _seed = new("--seed") { Description = "Seed of the orders. Default: random." };

    private readonly Option<string> _output = new("--output")
    {
        Description = "Folder for the comparison's own folder.",
        DefaultValueFactory = _ => "results",
    };

    /// <summary>Options of bench that go to both sides, which check them.</summary>
    private readonly Option<string?>[] _common =
    [
        .. ((string[])[
            "--scenario", "--strategies", StrategyRunOptions.Name, "--sizes", "--transport", "--profile", "--file", "--content",
            "--congestion-control", "--no-delay", "--affinity", "--cpus", "--wait", "--receiver-wait", "--receiver-buffer", "--link",
        ]).Select(name => new Option<string?>(name) { Description = "As of bench, on both sides." }),
    ];

    public IEnumerable<Option> All =>
    [
        _base, _diff, _baseEnvironment, _diffEnvironment, _rounds, _budget, _untilDecided, _threshold, _inconclusive, _seed, _output,
        .. _common, .. _url.All,
    ];

    /// <summary>Options that ask no other host.</summary>
    public CompareOptions()
        : this(TextWriter.Null)
    {
    }

    /// <summary>Exit code of a comparison in which nothing is worse, and not everything is known.</summary>
    /// <exception cref="UsageException">There is no such word.</exception>
    public int ReadInconclusive(ParseResult result) => result.GetValue(_inconclusive) switch
    {
        null => ExitCode.Inconclusive,
        Pass => ExitCode.Success,
        Fail => ExitCode.Failed,
        { } word => throw new UsageException($"--inconclusive: '{word}' is neither {Pass} nor {Fail}"),
    };

    /// <summary>Validates the options, and builds commits that are named.</summary>
    /// <exception cref="UsageException">An option is invalid, or a commit does not build.</exception>
    public async Task<ComparePlan> ReadAsync(
        ParseResult result,
        TextWriter progress,
        DateTimeOffset now,
        CancellationToken cancellationToken)
    {
        string[] baseWords = result.GetValue(_base) ?? [];
        string[] otherWords = result.GetValue(_diff) ?? [];
        string[] otherVariables = result.GetValue(_diffEnvironment) ?? [];
        string[] baseVariables = result.GetValue(_baseEnvironment) ?? [];
        int named = otherWords.Length + otherVariables.Length + baseWords.Length + baseVariables.Length;
        if (named > 0 && _url.IsGiven(result))
        {
            throw new UsageException("--url names both sides; leave --base, --diff and their variables out");
        }

        if (named == 0 && !_url.IsGiven(result))
        {
            throw new UsageException(
                "compare what with what? Name what differs: --diff \"--congestion-control bbr\" (options), --diff-env DOTNET_TieredPGO=0, "
                + "--base HEAD~1 (a commit, or a folder with a build), --diff http://HOST:PORT (a server), "
                + "--url ONE --url OTHER (servers of another make)");
        }

        int rounds = result.GetValue(_rounds);
        TimeSpan? budget = result.GetValue(_budget) is { } text
            ? OptionValues.ReadDuration("--budget", text, TimeSpan.FromHours(24))
            : null;
        bool untilDecided = result.GetValue(_untilDecided);
        if (rounds is < 1 or > MostRounds)
        {
            throw new UsageException($"--rounds: {rounds} is not a number from 1 to {MostRounds}");
        }

        if ((budget is not null && untilDecided) || (OptionValues.IsGiven(result, _rounds) && (budget is not null || untilDecided)))
        {
            throw new UsageException("--rounds, --budget and --until-decided exclude each other; give one of them");
        }

        double threshold = 1 + OptionValues.ReadShare("--threshold", result.GetRequiredValue(_threshold), mayBeNothing: false);
        _ = ReadInconclusive(result);
        // Last, because it may ask another host.
        var urls = ComparedUrls.Read(_url, result, name => ValueOf(result, name), notices, cancellationToken);
        ComparedSide baseSide = urls is null
            ? await SideReader.ReadAsync(baseWords, baseVariables, progress, cancellationToken)
            : ComparedUrls.SideOf(urls.Base);
        ComparedSide otherSide = urls is null
            ? await SideReader.ReadAsync(otherWords, otherVariables, progress, cancellationToken)
            : ComparedUrls.SideOf(urls.Other);
        int seed = result.GetValue(_seed) ?? Random.Shared.Next(1, 100_000);
        string[] common = [.. _common
            .Where(option => result.GetValue(option) is not null && (urls is null || option.Name != "--strategies"))
            .SelectMany(option => (string[])[option.Name, result.GetValue(option)!])];
        string command = CommandOf(result, urls, common, seed);
        common = [.. common, .. urls?.Words ?? []];
        IReadOnlySet<string> known = await SideProcess.KnownToAllAsync([baseSide, otherSide], cancellationToken);
        if (known.Contains(BenchOptions.Brief))
        {
            // Both or neither: the sides must not differ in anything but what is compared.
            common = [.. common, BenchOptions.Brief];
        }

        string stamp = now.ToLocalTime().ToString("yyyyMMdd-HHmmss", CultureInfo.InvariantCulture);
        return new ComparePlan
        {
            Base = baseSide,
            Other = otherSide,
            Options = common,
            TakesTurns = known.Contains(Gate.Option),
            Rounds = rounds,
            Budget = budget,
            UntilDecided = untilDecided,
            Threshold = threshold,
            Seed = seed,
            Folder = Path.GetFullPath(Path.Combine(result.GetRequiredValue(_output), $"{stamp}-compare")),
            Command = command,
        };
    }

    private string? ValueOf(ParseResult result, string name) => result.GetValue(_common.Single(option => option.Name == name));

    private static Option<string[]> Side(string name, string how) => new(name)
    {
        Description = $"A side, {how}: a commit, a folder with a build, the root of another .NET runtime, a server's control address, "
            + "or options of bench in quotes. Default: this program as it is.",
        HelpName = "side",
    };

    private static Option<string[]> Variables(string name) => new(name)
    {
        Description = "Environment variable of that side alone, such as DOTNET_TieredPGO=0.",
        HelpName = "name=value",
    };

    private string CommandOf(ParseResult result, ComparedUrls? urls, string[] common, int seed)
    {
        IEnumerable<string> sides = urls is not null
            ? [$"--url '{urls.Base}'", $"--url '{urls.Other}'", .. urls.Recorded.Select(Quoted)]
            : ((Option<string[]>[])[_base, _diff, _baseEnvironment, _diffEnvironment])
                .SelectMany(option => (result.GetValue(option) ?? []).Select(value => $"{option.Name} \"{value}\""));
        string length = result.GetValue(_budget) is { } budget ? $"--budget {budget}"
            : result.GetValue(_untilDecided) ? "--until-decided"
            : string.Create(CultureInfo.InvariantCulture, $"--rounds {result.GetValue(_rounds)}");
        return string.Join(' ', [
            "filetransfer compare",
            .. sides,
            length,
            $"--threshold {result.GetRequiredValue(_threshold)}",
            .. common,
            string.Create(CultureInfo.InvariantCulture, $"--seed {seed}"),
        ]);
    }

    private static string Quoted(string word) => word.Contains(' ') || word.Contains('*') ? $"'{word}'" : word;
}
