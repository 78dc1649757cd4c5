using System.CommandLine;
using System.Globalization;
using FileTransfer.Harness.Load.Generating;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Commands;

/// <summary>The options of <c>send</c> and <c>load</c> for load: connections, rate, start and errors.</summary>
internal sealed class LoadOptions
{
    private static readonly TimeSpan s_farthestStart = TimeSpan.FromHours(1);

    private readonly Option<string?> _schedule = new("--schedule")
    {
        Description = "When transfers of a --rate begin: fixed is evenly spaced, poisson at random. Default: fixed.",
        CompletionSources = { "fixed", "poisson" },
    };

    private readonly Option<int?> _seed = new("--seed")
    {
        Description = "Seed of --schedule poisson and of the order of sizes. Default: new.",
    };

    private readonly Option<string?> _startAt = new("--start-at")
    {
        Description = "UTC instant to start at, such as 2026-11-24T12:00:00Z, at most an hour ahead.",
        HelpName = "UTC",
    };

    private readonly Option<string?> _barrier = new("--barrier")
    {
        Description = "Start together with other senders of the same server: NAME:N waits there for N of them.",
        HelpName = "NAME:N",
    };

    private readonly Option<string?> _maxErrors = new("--max-errors")
    {
        Description = "Errors after which the load ends with exit code 1: a number, or a share such as 1%. Default: 0.",
    };

    private readonly Option<string?> _maxLateness = new("--max-lateness")
    {
        Description = "How late the generator may begin a transfer; without a result when it does so for more than 1 %. Default: 1ms.",
    };

    private readonly Option<string?> _ranges = new("--ranges")
    {
        Description = "Send each file over N connections at once, a range over each, by FileSender (adaptive-async); or fetch it so from "
            + "--url (get-stream, get-copy-to).",
        HelpName = "N",
    };

    private readonly Option<bool> _crank = new("--crank")
    {
        Description = "Print the block of statistics that crank's agent reads, and nothing else; see crank/ and docs/load.md.",
    };

    /// <summary>Number of connections; of <c>load</c> several.</summary>
    public Option<string?> Connections { get; } = new("--connections")
    {
        Description = $"Connections, each with one transfer at a time: up to {LoadPlan.MostConnections} of an asynchronous strategy, "
            + $"{LoadPlan.MostThreads} of a synchronous one, which takes a thread for each. load takes several: 1,4,16,64.",
        HelpName = "N",
    };

    /// <summary>Transfers per second; of <c>load</c> several.</summary>
    public Option<string?> Rate { get; } = new("--rate", "--rates")
    {
        Description = "Transfers per second, such as 9700 or 10k: open loop, latency counts from the intended start. max: closed loop. "
            + "load takes several. Default: max.",
        HelpName = "R|max",
    };

    /// <summary>File for the result.</summary>
    public Option<string?> Output { get; } = new("--output")
    {
        Description = "Write the result of a load to this file too, or to a new one in this folder, also when it is partial. "
            + "Of load: the folder.",
    };

    public Option[] All => [Connections, Rate, _schedule, _seed, _startAt, _barrier, _maxErrors, _maxLateness, _ranges, _crank, Output];

    /// <summary>True when one of these options is given.</summary>
    public bool IsGiven(ParseResult result) => All.Any(option => OptionValues.IsGiven(result, option));

    /// <summary>True when crank reads the result.</summary>
    public bool IsForCrank(ParseResult result) => result.GetValue(_crank);

    /// <summary>With a threshold of errors a load goes on after errors, unless <c>--max-errors</c> says otherwise.</summary>
    /// <param name="result">The options.</param>
    /// <param name="thresholds">The thresholds.</param>
    /// <param name="count">Number of transfers, or null for a duration.</param>
    /// <remarks>
    /// A server that has gone for good brings an error with every attempt to connect. A duration ends that, and a number of transfers, of
    /// which none is made any more, does not.
    /// </remarks>
    public IEnumerable<string> WordsToGoOn(ParseResult result, IReadOnlyList<LoadThreshold> thresholds, string? count) =>
        thresholds.Any(one => one.Metric == ThresholdMetric.Errors && one.IsUpperLimit) && !OptionValues.IsGiven(result, _maxErrors)
            ? [_maxErrors.Name, count ?? "100%"]
            : [];

    /// <summary>How hard a server will be asked.</summary>
    /// <param name="result">The command line.</param>
    /// <param name="strategy">By which client.</param>
    /// <param name="rate">The highest of several rates; null for that of the command line.</param>
    /// <exception cref="UsageException">The number of connections or the rate is none.</exception>
    public UrlPace PaceOf(ParseResult result, StrategyDescriptor strategy, string? rate = null) => new(
        ReadConnections(strategy, result.GetValue(Connections) ?? result.GetValue(_ranges) ?? "1"),
        RateText.Read(rate ?? result.GetValue(Rate) ?? "max"));

    /// <summary>Checks that a strategy can be loaded.</summary>
    /// <exception cref="UsageException">It cannot.</exception>
    public static void ThrowIfNotLoadable(StrategyDescriptor strategy)
    {
        string? reason = !strategy.Delivers ? "it transfers nothing"
            : strategy.IsConcurrent ? "it has several transfers in flight by itself"
            : Strategies.Variants.StrategyVariant.IsConditioned(strategy.Id) ? "its condition is made between transfers, one at a time"
            : null;
        if (reason is not null)
        {
            throw new UsageException($"{strategy.Id} cannot be loaded: {reason}; choose another one, such as send-async or adaptive-async");
        }
    }

    /// <summary>Fills in what these options say.</summary>
    /// <exception cref="UsageException">An option or a combination of options is invalid.</exception>
    public LoadPlan Read(ParseResult result, LoadPlan plan, DateTimeOffset now)
    {
        int? ranges = result.GetValue(_ranges) is { } text ? OptionValues.ReadNumber("--ranges", text, 1, LoadPlan.MostRanges) : null;
        if (ranges is not null)
        {
            ThrowUnlessInRanges(plan.Strategy);
        }

        if (ranges is not null && OptionValues.IsGiven(result, Connections))
        {
            throw new UsageException("--ranges and --connections exclude each other: the ranges are the connections");
        }

        if (ranges is not null && plan.Payloads.Any(payload => payload.Payload.Length < ranges))
        {
            throw new UsageException($"--ranges {ranges}: a file with fewer bytes has not as many ranges; choose larger files");
        }

        int connections = ranges ?? ReadConnections(plan.Strategy, result.GetValue(Connections) ?? "1");
        double? rate = RateText.Read(result.GetValue(Rate) ?? "max");
        if (rate is null && OptionValues.IsGiven(result, _schedule))
        {
            throw new UsageException("--schedule says when transfers of a rate begin; add --rate, such as --rate 1000");
        }

        if (OptionValues.IsGiven(result, _startAt) && OptionValues.IsGiven(result, _barrier))
        {
            throw new UsageException("--start-at and --barrier exclude each other; a barrier names the start itself");
        }

        return plan with
        {
            Connections = connections,
            Ranges = ranges,
            Rate = rate,
            IsPoisson = OptionValues.OneOf("schedule", result.GetValue(_schedule) ?? "fixed", ["fixed", "poisson"]) == "poisson",
            Seed = result.GetValue(_seed) ?? Random.Shared.Next(),
            StartAt = result.GetValue(_startAt) is { } start ? ReadStart(start, now) : null,
            Barrier = result.GetValue(_barrier) is { } barrier ? ReadBarrier(barrier) : null,
            MaxErrors = ReadErrors(result.GetValue(_maxErrors) ?? "0"),
            MaxLateness = result.GetValue(_maxLateness) is { } late
                ? OptionValues.ReadDuration("--max-lateness", late, TimeSpan.FromMinutes(1))
                : plan.MaxLateness,
        };
    }

    private static void ThrowUnlessInRanges(StrategyDescriptor strategy)
    {
        string? reason = strategy switch
        {
            { IsForeign: true, Fetches: true, IsSynchronous: false } or { Id: FileSenderStrategy } => null,
            { IsForeign: true, Fetches: true } =>
                $"{strategy.Dimensions.Original} makes one request at a time; add --strategy get-stream or get-copy-to",
            { IsForeign: true } => "an upload to --url is one request; leave --ranges out",
            _ => $"only {FileSenderStrategy} sends a part of a file; add --strategy {FileSenderStrategy}",
        };
        if (reason is not null)
        {
            throw new UsageException($"--ranges: {reason}");
        }
    }

    /// <summary>The strategy of <see cref="Sending.FileSender"/>, which alone sends parts of files.</summary>
    public const string FileSenderStrategy = "adaptive-async";

    /// <summary>What senders of several servers have to know; null with one server.</summary>
    /// <exception cref="UsageException">There is no barrier, or there are fewer senders than servers.</exception>
    public static FleetPlan? ReadFleet(BarrierPlan? barrier, IReadOnlyList<Uri> servers) =>
        servers.Count < 2 ? null
        : barrier is null ? throw new UsageException(
            $"--server: each sender takes one of {servers.Count} servers when they meet; add --barrier NAME:N, or name one server")
        : barrier.Parties < servers.Count ? throw new UsageException(
            $"--server: {barrier.Parties} senders cannot load {servers.Count} servers; start more, or name fewer")
        : servers.Distinct().Count() < servers.Count ? throw new UsageException("--server: a server is named twice")
        : new FleetPlan(servers, barrier);

    /// <summary>Reads a number of connections.</summary>
    /// <exception cref="UsageException">It is none, or the strategy or this process cannot have as many.</exception>
    public static int ReadConnections(StrategyDescriptor strategy, string text)
    {
        int connections = OptionValues.ReadNumber("--connections", text, 1, LoadPlan.MostConnections);
        return strategy.IsSynchronous && connections > LoadPlan.MostThreads
            ? throw new UsageException(
                $"--connections {connections}: {strategy.Id} is synchronous and takes a thread for each connection, at most "
                + $"{LoadPlan.MostThreads}; choose an asynchronous strategy, such as send-async")
            : connections;
    }

    /// <summary>Reads an instant; a past one, or one far ahead, shows clocks that differ.</summary>
    /// <exception cref="UsageException">It is none, or not within the next hour.</exception>
    internal static DateTimeOffset ReadStart(string text, DateTimeOffset now)
    {
        if (!DateTimeOffset.TryParse(
            text,
            CultureInfo.InvariantCulture,
            DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal,
            out DateTimeOffset start))
        {
            throw new UsageException(
                $"--start-at: '{text}' is no instant; write it in UTC, such as {now.AddMinutes(1):yyyy-MM-ddTHH:mm:ss}Z");
        }

        string clock = string.Create(CultureInfo.InvariantCulture, $"by this machine's clock it is {now.UtcDateTime:yyyy-MM-ddTHH:mm:ss}Z");
        return start <= now
            ? throw new UsageException(string.Create(
                CultureInfo.InvariantCulture,
                $"--start-at: {text} is {(now - start).TotalSeconds:0.0} s in the past; {clock}: name a later instant, or set the clocks"))
            : start > now + s_farthestStart
            ? throw new UsageException(string.Create(
                CultureInfo.InvariantCulture,
                $"--start-at: {text} is {(start - now).TotalMinutes:0} min ahead; {clock}: name one within an hour, or set the clocks"))
            : start;
    }

    private static BarrierPlan ReadBarrier(string text)
    {
        const int LongestName = 60;
        const int MostParties = 512;
        return text.Split(':') is [{ Length: > 0 and <= LongestName } name, var parties]
            && name.All(letter => char.IsAsciiLetterOrDigit(letter) || letter is '.' or '-' or '_')
            && int.TryParse(parties, NumberStyles.None, CultureInfo.InvariantCulture, out int number)
            && number is >= 1 and <= MostParties
            ? new BarrierPlan(name, number)
            : throw new UsageException(
                $"--barrier: '{text}' is not NAME:N with up to {LongestName} letters, digits, '.', '-' or '_', and 1 to {MostParties} "
                + "senders");
    }

    private static ErrorLimit ReadErrors(string text)
    {
        if (text.EndsWith('%')
            && double.TryParse(text[..^1], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double percent)
            && percent is >= 0 and <= 100)
        {
            return new ErrorLimit(null, percent);
        }

        return long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long count)
            ? new ErrorLimit(count, null)
            : throw new UsageException($"--max-errors: '{text}' is neither a number nor a share; write 10 or 1%");
    }
}
