using System.Collections;
using System.CommandLine;
using System.Globalization;
using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;
using FileTransfer.Sending;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Commands;

/// <summary>The options of <c>explain</c>, which it turns into a plan.</summary>
/// <param name="notices">Where the user is told what hosts are asked, before they are.</param>
/// <param name="cancellationToken">Ends what is fetched before a measurement.</param>
internal sealed class ExplainOptions(TextWriter notices, CancellationToken cancellationToken)
{
    private static readonly TimeSpan s_usualBudget = TimeSpan.FromMinutes(5);

    private readonly SendOptions _send = new(notices, cancellationToken);

    private readonly Option<string?> _budget = new("--budget")
    {
        Description = "Time to spend, such as 2m. Default: 5m; of a stored run, nothing is tried without it.",
    };

    private readonly Option<string?> _socketBuffer = new("--socket-buffer")
    {
        Description = "The case has this receive buffer (SO_RCVBUF). Default: the kernel chooses, and grows it.",
        HelpName = "size",
    };

    private readonly Option<int?> _bufferOffset = new("--buffer-offset")
    {
        Description = $"The case has buffers that begin so many bytes into a page, on both ends. Default: {KernelBuffer.Offset}.",
        HelpName = "bytes",
    };

    private readonly Option<int?> _seed = new("--seed") { Description = "Seed of the orders. Default: random." };

    private readonly Option<string> _output = new("--output")
    {
        Description = "Folder for the explanation's own folder.",
        DefaultValueFactory = _ => "results",
    };

    public IEnumerable<Option> All => [_budget, .. _send.Case, .. _send.Url, _socketBuffer, _bufferOffset, _seed, _output];

    /// <summary>True when something is to be measured, not only read.</summary>
    public bool IsBudgetGiven(ParseResult result) => result.GetValue(_budget) is not null;

    /// <summary>The strategy that was named; null for the default.</summary>
    public string? StrategyOf(ParseResult result) => _send.NamedStrategy(result);

    /// <summary>The size that was named; null for the default.</summary>
    /// <exception cref="UsageException">It is no size.</exception>
    public ByteSize? SizeOf(ParseResult result) => _send.NamedSize(result) is { } text ? OptionValues.ReadSize(text) : null;

    /// <summary>The folder for what is written.</summary>
    public string FolderOf(ParseResult result, DateTimeOffset now)
    {
        string stamp = now.ToLocalTime().ToString("yyyyMMdd-HHmmss", CultureInfo.InvariantCulture);
        return Path.GetFullPath(Path.Combine(result.GetRequiredValue(_output), $"{stamp}-explain"));
    }

    /// <summary>Validates the options before anything is started.</summary>
    /// <exception cref="UsageException">An option is invalid.</exception>
    public ExplainPlan Read(ParseResult result, DateTimeOffset now)
    {
        TimeSpan budget = result.GetValue(_budget) is { } text
            ? OptionValues.ReadDuration("--budget", text, TimeSpan.FromHours(24))
            : s_usualBudget;
        SenderOptions Own(SenderOptions sender, bool isOwnServer)
        {
            if (!isOwnServer && (result.GetValue(_socketBuffer) is not null || result.GetValue(_bufferOffset) is not null))
            {
                throw new UsageException("--socket-buffer and --buffer-offset are for a server that is started with the run");
            }

            return sender with
            {
                SocketBuffer = result.GetValue(_socketBuffer) is { } size ? OptionValues.ReadSize(size) : null,
                BufferOffset = result.GetValue(_bufferOffset) is { } offset
                    ? OptionValues.ReadNumber("--buffer-offset", offset.ToString(CultureInfo.InvariantCulture), 0, 4095)
                    : null,
            };
        }

        SendPlan plan = _send.Read(result);
        if (!plan.Strategy.Delivers || plan.Strategy.IsNative)
        {
            throw new UsageException($"{plan.Strategy.Id} sends nothing that could be slow; name another strategy ('list' shows all)");
        }

        if (plan.Strategy.Probe() is { IsAvailable: false } unavailable)
        {
            throw new UsageException($"{plan.Strategy.Id} cannot run here: {unavailable.Reason}");
        }

        return new ExplainPlan
        {
            Strategy = plan.Strategy,
            Payload = plan.Payload,
            Sender = Own(plan.Sender, plan.Server is null && !plan.Strategy.IsForeign),
            Server = plan.Server,
            StrategiesFrom = _send.Added(result),
            Budget = budget,
            Folder = FolderOf(result, now),
            Seed = result.GetValue(_seed) ?? Random.Shared.Next(1, 100_000),
            Command = CommandOf(result),
            Variables = [.. Environment.GetEnvironmentVariables().Cast<DictionaryEntry>().Select(variable => (string)variable.Key)],
        };
    }

    /// <summary>The command line that repeats it.</summary>
    public static string CommandOf(ParseResult result) => string.Join(' ', [
        "filetransfer",
        .. result.Tokens.Select(token => token.Value).Select(word => word.Contains(' ', StringComparison.Ordinal) ? $"\"{word}\"" : word),
    ]);
}
