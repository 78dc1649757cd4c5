using System.CommandLine;
using FileTransfer.Harness.Scenarios;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.SelfTest;

namespace FileTransfer.Harness.Commands;

/// <summary>What <c>bench</c> measures with servers of another make, in the place of what a scenario says.</summary>
/// <param name="Choice">The addresses, and what is agreed with their servers.</param>
/// <param name="Clients">Every address with each client.</param>
internal sealed record BenchedUrls(UrlChoice Choice, IReadOnlyList<StrategyDescriptor> Clients)
{
    private static readonly TimeSpan s_quick = TimeSpan.FromSeconds(50);

    /// <summary>Reads what is asked for; null without an address.</summary>
    /// <param name="options">The options about addresses.</param>
    /// <param name="result">The command line.</param>
    /// <param name="transports">The transports that the user named, or null.</param>
    /// <param name="patterns">Ids or globs of clients; null for the cheapest.</param>
    /// <exception cref="UsageException">An option is invalid, or nothing matches.</exception>
    public static BenchedUrls? Read(
        UrlRunOptions options, ParseResult result, IReadOnlyList<string>? transports, IEnumerable<string>? patterns) =>
        options.Choose(result, transports) is { } choice ? new BenchedUrls(choice, choice.Strategies(patterns)) : null;

    /// <summary>The scenario, unless the user names one.</summary>
    public string Scenario => ScenarioCatalog.Of(Clients[0].Fetches).Name;

    /// <summary>What is measured, and what the harness costs by itself.</summary>
    public IReadOnlyList<StrategyDescriptor> Strategies => [Null.Descriptor, .. Clients];

    /// <summary>
    /// The time of a run whose time the user has not set: with what comes before and after the rounds, a comparison of addresses is to take
    /// no longer than a minute.
    /// </summary>
    public static TimeSpan? BudgetOf(Profile profile, TimeSpan? budget) =>
        profile.Name == Profile.Quick.Name && budget is not null ? s_quick : budget;

    /// <summary>The file of the run; null for generated files of the sizes that were named. It may ask another host for it.</summary>
    /// <param name="file">The user's file, or null.</param>
    /// <param name="hasSizes">True when sizes were named.</param>
    /// <param name="notices">Where the user is told what hosts are asked.</param>
    /// <param name="cancellationToken">Ends the fetch.</param>
    /// <exception cref="UsageException">File and sizes do not fit to what is measured.</exception>
    /// <exception cref="TransferException">The file of the address does not come.</exception>
    public SizedPayload? FileOf(string? file, bool hasSizes, TextWriter notices, CancellationToken cancellationToken) =>
        Choice.FileOf(Clients, file, hasSizes, new UrlPace(Clients.Count, Rate: null), notices, cancellationToken);
}
