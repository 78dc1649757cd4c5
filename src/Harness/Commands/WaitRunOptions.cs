using System.CommandLine;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;
using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Commands;

/// <summary>The options that say how both ends wait.</summary>
internal sealed class WaitRunOptions
{
    private readonly RunOption<string> _sender = Named(
        "--wait",
        "How senders wait for the answer: block, poll, yield (polls, and offers its processor meanwhile) or learn; "
        + "poll:50us polls for so long before it blocks. HttpClient waits in its own way.",
        isOfOwnServer: false,
        sender => sender.Wait);

    private readonly RunOption<string> _receiver = Named(
        "--receiver-wait", "How receivers of frames wait for bytes, as --wait.", isOfOwnServer: true, sender => sender.ReceiverWait);

    public IEnumerable<Option> All => [_sender, _receiver];

    /// <summary>How the sender waits.</summary>
    /// <exception cref="UsageException">There is no such way to wait.</exception>
    public Wait ReadSender(ParseResult result) => Read(result, _sender);

    /// <summary>How receivers wait.</summary>
    /// <exception cref="UsageException">There is no such way to wait, or a running server was named, which has its own.</exception>
    public Wait ReadReceiver(ParseResult result, bool hasServer)
    {
        Wait wait = Read(result, _receiver);
        return hasServer && OptionValues.IsGiven(result, _receiver)
            ? throw new UsageException(
                "--receiver-wait is for a server that is started with the run; with --server, start that one as "
                + $"'serve --receiver-wait {wait}'")
            : wait;
    }

    /// <summary>Checks that --wait has something to set.</summary>
    /// <exception cref="UsageException">It is given, and no strategy waits as it says.</exception>
    public void ThrowIfNotWaiting(ParseResult result, IEnumerable<StrategyDescriptor> strategies)
    {
        if (OptionValues.IsGiven(result, _sender) && !strategies.Any(strategy => strategy.Delivers && strategy.TakesWait))
        {
            throw new UsageException(
                "--wait is for strategies over sockets, TLS and pipes; HttpClient waits in its own way. Leave it out, or choose others");
        }
    }

    private static RunOption<string> Named(
        string name,
        string description,
        bool isOfOwnServer,
        Func<SenderOptions, Wait> value) => new(name)
        {
            Description = description,
            HelpName = "wait",
            DefaultValueFactory = _ => "block",
            CompletionSources = { "block", "poll", "yield", "learn" },
            Value = plan => value(plan.Sender).ToString(),
            IsOfOwnServer = isOfOwnServer,
        };

    private static Wait Read(ParseResult result, Option<string> option) =>
        Wait.TryParse(result.GetRequiredValue(option), out Wait wait)
            ? wait
            : throw new UsageException(
                $"{option.Name}: '{result.GetValue(option)}' is no way to wait; write block, poll, yield or learn, "
                + $"the last three with a limit of up to {Wait.LongestLimit.TotalMilliseconds:0} ms if wanted, such as poll:50us");
}
