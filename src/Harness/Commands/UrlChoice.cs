using System.IO.Enumeration;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Foreign;

namespace FileTransfer.Harness.Commands;

/// <summary>Chooses what is measured with servers of another make: clients, and the file that must come.</summary>
/// <param name="Urls">The addresses.</param>
/// <param name="Options">What is agreed with the servers.</param>
/// <param name="Transports">The transports that the user named; null for those of the addresses.</param>
internal sealed record UrlChoice(IReadOnlyList<Uri> Urls, UrlOptions Options, IReadOnlyList<string>? Transports)
{
    /// <summary>The transports of the run.</summary>
    public IReadOnlyList<string> Used => Transports ?? [.. Urls.Select(url => UrlStrategy.TransportsOf(url)[0]).Distinct()];

    /// <summary>Every address with each client that matches.</summary>
    /// <param name="patterns">Ids or globs of clients; null for the cheapest client that speaks to all addresses.</param>
    /// <exception cref="UsageException">A pattern matches nothing, or nothing that can use a transport of the run.</exception>
    public IReadOnlyList<StrategyDescriptor> Strategies(IEnumerable<string>? patterns)
    {
        StrategyDescriptor[] clients = patterns is null
            ? [Fitting("get-*", UrlStrategy.Downloads)[0]]
            : [.. UrlStrategy.Clients.Where(patterns.SelectMany(Match).ToHashSet().Contains)];
        if (clients.Select(client => client.Fetches).Distinct().Count() > 1)
        {
            throw new UsageException("--strategies: downloads and uploads do different things at one address; measure them in two runs");
        }

        if (clients is [{ Fetches: true }, ..] && Options.Proof is not null)
        {
            throw new UsageException("--proof is for uploads; the client counts what it downloads, and checks it");
        }

        return [.. from url in Urls from client in clients select With(client, url)!];
    }

    /// <summary>The file of a run: the user's, or that of the first address, which is fetched once.</summary>
    /// <param name="strategies">What is measured.</param>
    /// <param name="file">The user's file, or null.</param>
    /// <param name="hasSizes">True when sizes were named.</param>
    /// <param name="pace">How hard the servers will be asked.</param>
    /// <param name="notices">Where the user is told what hosts are asked.</param>
    /// <param name="cancellationToken">Ends the fetch.</param>
    /// <returns>The file; null for generated files of the sizes that were named.</returns>
    /// <exception cref="UsageException">File and sizes do not fit to what is measured.</exception>
    /// <exception cref="TransferException">The file of the address does not come.</exception>
    public SizedPayload? FileOf(
        IReadOnlyList<StrategyDescriptor> strategies,
        string? file,
        bool hasSizes,
        UrlPace pace,
        TextWriter notices,
        CancellationToken cancellationToken)
    {
        bool isFetched = strategies.Any(strategy => strategy.Fetches);
        if (hasSizes && (isFetched || file is not null))
        {
            throw new UsageException("--sizes: the file at --url or --file has its own size; leave --sizes out");
        }

        if (!isFetched && !hasSizes && file is null)
        {
            throw new UsageException("--url: name what is to be uploaded, with --file, or --sizes for generated files");
        }

        SizedPayload? own = file is null ? null : PayloadStore.FromFile(file);
        Announce(notices, pace);
        return own ?? (isFetched ? Fetch(cancellationToken) : null);
    }

    /// <summary>Says in one line where requests go, unless that is this machine.</summary>
    private void Announce(TextWriter notices, UrlPace pace)
    {
        string[] hosts = [.. Urls.Where(url => !url.IsLoopback).Select(url => url.Authority).Distinct()];
        if (hosts.Length > 0)
        {
            notices.WriteLine(UrlNotice.Of(hosts, $"{pace}"));
        }
    }

    /// <summary>Fetches the file of the first address once: what must come from all of them.</summary>
    /// <exception cref="TransferException">It does not come.</exception>
    private SizedPayload Fetch(CancellationToken cancellationToken)
    {
        Uri first = Urls[0];
        string transport = UrlStrategy.TransportsOf(first).First(Used.Contains);
        return FetchedPayload.GetAsync(new UrlTarget(first, Options), transport, cancellationToken).GetAwaiter().GetResult();
    }

    private StrategyDescriptor[] Fitting(string pattern, IReadOnlyList<StrategyDescriptor> matches)
    {
        StrategyDescriptor[] fitting = [.. matches.Where(client => Urls.All(url => With(client, url) is not null))];
        IEnumerable<string> spoken = matches.SelectMany(client => client.Transports).Distinct().Where(one => one != Transport.HttpDefault);
        return fitting.Length > 0
            ? fitting
            : throw new UsageException(
                $"{pattern} cannot reach {string.Join(" and ", Urls)} over {string.Join(',', Used)}; "
                + $"it can use: {string.Join(", ", spoken)}");
    }

    private StrategyDescriptor? With(StrategyDescriptor client, Uri url) =>
        UrlStrategy.Of(client, url, Options.Proof) is { } strategy && strategy.Transports.Any(Used.Contains) ? strategy : null;

    /// <summary>The clients that match a pattern and can reach every address over a transport of the run.</summary>
    private StrategyDescriptor[] Match(string pattern)
    {
        StrategyDescriptor[] matches = [.. UrlStrategy.Clients
            .Where(client => FileSystemName.MatchesSimpleExpression(pattern, client.Id, ignoreCase: false))];
        return matches.Length > 0
            ? Fitting(pattern, matches)
            : throw new UsageException(
                $"'{pattern}' is no client of --url{Nearest.Question(pattern, UrlStrategy.Clients.Select(client => client.Id))}; "
                + $"there are {string.Join(", ", UrlStrategy.Clients.Select(client => client.Id))}");
    }
}
