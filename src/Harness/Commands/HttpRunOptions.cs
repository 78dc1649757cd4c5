using System.CommandLine;
using System.Globalization;
using FileTransfer.Harness.Rounds;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Commands;

/// <summary>The options that only HTTP has: the settings of HttpClient.</summary>
internal sealed class HttpRunOptions
{
    private readonly RunOption<string?> _maxConnections = new("--max-connections")
    {
        Description = "HttpClient: most connections to the server (MaxConnectionsPerServer). "
            + "Default: for HTTP/1.1 as many as requests are in flight.",
        Value = plan => plan.Sender.Http.MaxConnections?.ToString(CultureInfo.InvariantCulture),
        Otherwise = "default",
        IsUsed = UsesHttp,
    };

    private readonly RunOption<string?> _http2Window = new("--http2-window")
    {
        Description = "HttpClient: initial window of an HTTP/2 stream, 64K to 16M (InitialHttp2StreamWindowSize). Default: its own.",
        Value = plan => plan.Sender.Http.Http2Window is { } window ? new ByteSize(window).ToString() : null,
        Otherwise = "default",
        IsUsed = UsesHttp,
    };

    private readonly RunOption<string?> _multipleHttp2Connections = new("--multiple-http2-connections")
    {
        Description = "HttpClient: on opens a further HTTP/2 connection when all streams are in use.",
        DefaultValueFactory = _ => "off",
        CompletionSources = { OptionValues.OnOff },
        Value = plan => plan.Sender.Http.MultipleHttp2Connections ? "on" : null,
        Otherwise = "off",
        IsUsed = UsesHttp,
    };

    public IEnumerable<Option> All => [_maxConnections, _http2Window, _multipleHttp2Connections];

    /// <summary>Checks that a given option has something to set.</summary>
    /// <exception cref="UsageException">
    /// An option is given, but no strategy uses HTTP, or none uses HTTP/2, which the option sets.
    /// </exception>
    public void ThrowIfNotUsed(ParseResult result, IEnumerable<StrategyDescriptor> strategies, IReadOnlyList<string> transports)
    {
        string[] used = TransportsOf(strategies, transports);
        foreach (Option option in All.Where(option => OptionValues.IsGiven(result, option)))
        {
            if (used.Length == 0)
            {
                throw new UsageException(
                    $"{option.Name} sets HttpClient, and nothing here uses HTTP (transport {string.Join(',', transports)}); "
                    + "leave it out, or choose strategies over HTTP, such as http-put-stream");
            }

            if (option != _maxConnections && used.All(transport => Transport.HttpVersion(transport).Major < 2))
            {
                throw new UsageException(
                    $"{option.Name} sets HTTP/2, and this is HTTP/1.1 (transport "
                    + $"{string.Join(',', used)}); leave it out, or add --transport http2");
            }
        }
    }

    /// <summary>The transports over which strategies of a run use HTTP; none when it uses none.</summary>
    private static string[] TransportsOf(IEnumerable<StrategyDescriptor> strategies, IReadOnlyList<string> transports) =>
        [.. transports.Where(transport => Transport.IsHttp(transport)
            && strategies.Any(strategy => strategy.Delivers && strategy.Transports.Contains(transport)))];

    /// <summary>Settings of HttpClient; the defaults for a command that does not have these options.</summary>
    /// <exception cref="UsageException">An option has an invalid value.</exception>
    public HttpOptions Read(ParseResult result)
    {
        const int SmallestWindow = 65_535;
        const int LargestWindow = 16 << 20;
        int? connections = null;
        if (result.GetValue(_maxConnections) is { } text)
        {
            connections = int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int number) && number > 0
                ? number
                : throw new UsageException($"--max-connections: '{text}' is not a number from 1 on");
        }

        long? window = result.GetValue(_http2Window) is { } size ? OptionValues.ReadSize(size).Bytes : null;
        if (window is < SmallestWindow or > LargestWindow)
        {
            throw new UsageException($"--http2-window: {new ByteSize(window.Value)} is outside of what HttpClient takes, 65535 to 16M");
        }

        return new HttpOptions
        {
            MaxConnections = connections,
            Http2Window = (int?)window,
            MultipleHttp2Connections = OptionValues.IsOn(result, _multipleHttp2Connections),
        };
    }

    private static bool UsesHttp(RunPlan plan) => TransportsOf(plan.Strategies, plan.Transports).Length > 0;
}
