using System.CommandLine;
using System.CommandLine.Parsing;
using FileTransfer.Harness.Comparing;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Commands;

/// <summary>Two addresses that <c>compare</c> compares: each is a side, measured by the same clients with the same file.</summary>
/// <param name="Base">The first address.</param>
/// <param name="Other">The second one.</param>
/// <param name="Words">Options of <c>bench</c> that both sides have.</param>
/// <param name="Recorded">Those with which the comparison can be repeated; without values of headers.</param>
internal sealed record ComparedUrls(Uri Base, Uri Other, IReadOnlyList<string> Words, IReadOnlyList<string> Recorded)
{
    /// <summary>Sides that are alive at the same time: the base, the base again, and the other one.</summary>
    private const int Sides = 3;

    /// <summary>Reads the addresses; null without one.</summary>
    /// <param name="options">The options about addresses.</param>
    /// <param name="result">The command line.</param>
    /// <param name="common">The values of the options of <c>bench</c> that both sides have, by name.</param>
    /// <param name="notices">Where the user is told what hosts are asked.</param>
    /// <param name="cancellationToken">Ends what is fetched before.</param>
    /// <exception cref="UsageException">They are not two of one kind, or an option contradicts them.</exception>
    /// <exception cref="TransferException">The file of the first address does not come.</exception>
    public static ComparedUrls? Read(
        UrlRunOptions options,
        ParseResult result,
        Func<string, string?> common,
        TextWriter notices,
        CancellationToken cancellationToken)
    {
        string[]? transports = common("--transport") is { } named
            ? [.. OptionValues.Split(named).Select(one => OptionValues.OneOf("transport", one, Transport.All))]
            : null;
        if (options.Choose(result, transports) is not { } choice)
        {
            return null;
        }

        ThrowUnlessTwo(choice.Urls);
        IReadOnlyList<StrategyDescriptor> strategies = choice.Strategies(
            common("--strategies") is { } patterns ? OptionValues.Split(patterns) : null);
        string[] clients = [.. strategies.Select(strategy => strategy.Dimensions.Original!).Distinct()];
        string? file = common("--file");
        SizedPayload? payload = choice.FileOf(
            strategies,
            file,
            hasSizes: common("--sizes") is not null,
            new UrlPace(Sides * clients.Length, Rate: null),
            notices,
            cancellationToken);
        string[] chosen = ["--strategies", string.Join(',', clients)];
        return new ComparedUrls(
            choice.Urls[0],
            choice.Urls[1],
            // Both must serve the file of the first address, and it is fetched once for all rounds.
            [.. chosen, .. Agreed(options, result, (_, value) => value), .. file is null && payload is not null
                ? ["--file", payload.Payload.Path]
                : Array.Empty<string>()],
            [.. chosen, .. Agreed(options, result, options.Recorded)]);
    }

    /// <summary>The side of an address.</summary>
    public static ComparedSide SideOf(Uri url) => new()
    {
        Words = url.AbsoluteUri,
        Options = ["--url", url.AbsoluteUri],
    };

    private static void ThrowUnlessTwo(IReadOnlyList<Uri> urls)
    {
        if (urls.Count == 1)
        {
            throw new UsageException(
                "--url: compare needs two addresses, which take turns: --url ONE --url OTHER. One address before and after a change cannot "
                + "be compared, because its two states cannot take turns; serve the old one at another port");
        }

        if (urls.Count > 2)
        {
            throw new UsageException("--url: compare takes two addresses, the base and the other one; bench --url … compares several");
        }

        if (urls[0].Scheme != urls[1].Scheme)
        {
            throw new UsageException(
                $"--url: {urls[0]} is reached over {urls[0].Scheme}, {urls[1]} over {urls[1].Scheme}, which alone makes a difference; name "
                + "two of one kind, or show both by bench --url ONE --url OTHER");
        }
    }

    /// <summary>What is agreed with both servers: headers, statuses, proof.</summary>
    private static IEnumerable<string> Agreed(UrlRunOptions options, ParseResult result, Func<Option, string, string> write)
    {
        foreach (OptionResult one in result.CommandResult.Children.OfType<OptionResult>()
            .Where(one => !one.Implicit && options.OfServer.Contains(one.Option)))
        {
            if (one.Tokens.Count == 0)
            {
                yield return one.Option.Name;
            }

            // One word each: a header is found in it, and its value is not shown.
            foreach (Token token in one.Tokens)
            {
                yield return $"{one.Option.Name}={write(one.Option, token.Value)}";
            }
        }
    }
}
