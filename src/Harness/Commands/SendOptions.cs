using System.CommandLine;
using System.Globalization;
using FileTransfer.Harness.Errors;
using FileTransfer.Harness.Measuring;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Commands;

/// <summary>The options of <c>send</c>, which it turns into a plan.</summary>
internal sealed class SendOptions
{
    private static readonly TimeSpan s_defaultDuration = TimeSpan.FromSeconds(2);

    private readonly RunOptions _run = new();

    private readonly Option<string> _strategy = new("--strategy", "--strategies")
    {
        Description = "Strategy by id; 'list' shows them.",
        DefaultValueFactory = _ => "send-file",
        HelpName = "id",
        CompletionSources = { BenchOptions.Ids() },
    };

    private readonly Option<string> _size = new("--size", "--sizes")
    {
        Description = "Payload size, such as 100K (powers of 1024).",
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
        Description = "Number of transfers before recording. Default: as many as fit in 250 ms.",
    };

    private readonly Option<bool> _json = new("--json") { Description = "Print one JSON object." };

    public void AddTo(Command command)
    {
        foreach (Option option in (Option[])[_strategy, _size, _count, _duration, _warmup, _json])
        {
            command.Add(option);
        }

        _run.AddTo(command);
    }

    /// <summary>Validates the options before anything is started.</summary>
    /// <exception cref="UsageException">An option or a combination of options is invalid.</exception>
    public SendPlan Read(ParseResult result)
    {
        StrategyDescriptor strategy = FindStrategy(result.GetRequiredValue(_strategy));

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

        if (result.GetValue(_run.File) is null)
        {
            RunOptions.ThrowIfNotTaken([strategy], [OptionValues.ReadSize(result.GetRequiredValue(_size))]);
        }

        PayloadContent content = _run.ReadContent(result, PayloadContent.Random);
        _run.ThrowIfNotServed(result, [strategy], content);
        SenderOptions sender = _run.Read(result, transports[0]);
        RunOptions.ThrowIfBesideLink(sender, transports);
        _run.Http.ThrowIfNotUsed(result, [strategy], transports);
        _run.ThrowIfNotWaiting(result, [strategy]);
        DescriptorLimit.ThrowIfTooLow([strategy], sender.Http);
        return strategy.Delivers && !strategy.Transports.Contains(sender.Transport)
            ? throw new UsageException(
                $"{strategy.Id} cannot use transport '{sender.Transport}'; it can use: {string.Join(", ", strategy.Transports)}")
            : new SendPlan
            {
                Strategy = strategy,
                Payload = result.GetValue(_run.File) is { } file
                    ? PayloadStore.FromFile(file)
                    : PayloadStore.Get(OptionValues.ReadSize(result.GetRequiredValue(_size)), content),
                Sender = sender,
                Server = _run.ReadServer(result),
                Count = count,
                Duration = count is null
                    ? (result.GetValue(_duration) is { } duration
                        ? OptionValues.ReadDuration("--duration", duration, TimeSpan.FromHours(1))
                        : s_defaultDuration)
                    : null,
                Warmup = ReadCount("--warmup", result.GetValue(_warmup), minimum: 0),
                Json = result.GetValue(_json),
            };
    }

    private static StrategyDescriptor FindStrategy(string id)
    {
        try
        {
            return StrategyCatalog.Find(id);
        }
        catch (ArgumentException exception)
        {
            throw new UsageException(exception.Message);
        }
    }

    private static long? ReadCount(string option, string? text, long minimum)
    {
        if (text is null)
        {
            return null;
        }

        return long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long count)
            && count >= minimum
            && count <= 100_000_000
            ? count
            : throw new UsageException($"{option}: '{text}' is not a number from {minimum} to 100000000");
    }
}
