using System.CommandLine;
using System.CommandLine.Parsing;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Commands;

/// <summary>The options for a server of another make, which the user names by an address.</summary>
internal sealed class UrlRunOptions
{
    private const string ProofPrefix = "json:";
    private const string NotRecorded = "***";

    /// <summary>Headers that describe the message itself, which the strategies write.</summary>
    private static readonly string[] s_own = ["Host", "Connection", "Content-Length", "Transfer-Encoding", "Expect", "Upgrade", "Range"];

    /// <summary>Options of a run that mean nothing here: they set a server of ours, what it serves, or the way to it.</summary>
    private static readonly string[] s_excluded =
    [
        "--server", "--link", "--native", "--content", "--receiver-buffer", "--receiver-wait", "--cache", "--barrier", "--keep-in",
    ];

    private readonly RunOption<string[]> _url = new("--url")
    {
        Description = "Measure any HTTP server: fetch this address (get-drain, get-drain-8k, get-stream, get-copy-to) or upload to it "
            + "(http-put-*, http-post-*, http-multipart-*). bench takes several, compare two, which take turns.",
        HelpName = "address",
        Value = plan => string.Join(" --url ", Urls(plan).Select(url => $"'{url}'")) is { Length: > 0 } urls ? urls : null,
        Shown = plan => string.Join(' ', Urls(plan)),
        IsUsed = plan => plan.IsForeign,
    };

    private readonly RunOption<string[]> _header = new("--header")
    {
        Description = "A header of every request to --url, such as 'Authorization: Bearer …'; repeat the option to add more. "
            + "Values are not recorded.",
        HelpName = "name:value",
        Value = plan => string.Join(" --header ", Names(plan).Select(name => $"'{name}:{NotRecorded}'")) is { Length: > 0 } headers
            ? headers
            : null,
        Shown = plan => string.Join(' ', Names(plan)),
        IsUsed = plan => plan.IsForeign && plan.Sender.Url.Headers.Count > 0,
    };

    private readonly RunOption<bool> _insecure = new("--insecure")
    {
        Description = "Accept any certificate of --url.",
        Value = plan => plan.Sender.Url.IsInsecure ? "" : null,
        Shown = plan => plan.Sender.Url.IsInsecure ? "yes" : "no",
        IsUsed = plan => plan.IsForeign,
    };

    private readonly RunOption<string?> _expect = new("--expect")
    {
        Description = "Statuses with which --url accepts an upload. Default: 200,201,204.",
        HelpName = "list",
        Value = plan => IsUpload(plan) ? string.Join(',', plan.Sender.Url.Expected) : null,
        IsUsed = IsUpload,
    };

    private readonly RunOption<string?> _proof = new("--proof")
    {
        Description = "Where --url tells what arrived of an upload: a field of its answer, such as json:bytes, json:crc32c, json:sha256, "
            + "or json:hash:sha256 for one of another name. Default: nowhere, and uploads are accepted, not proven.",
        HelpName = "json:field",
        Value = plan => plan.Sender.Url.Proof is { } proof ? ProofPrefix + Write(proof) : null,
        Otherwise = "none",
        IsUsed = IsUpload,
    };

    public IEnumerable<Option> All => [_url, .. OfServer];

    /// <summary>The options that say what is agreed with the servers.</summary>
    public IReadOnlyList<Option> OfServer => [_header, _insecure, _expect, _proof];

    /// <summary>The value of an option as it may be recorded: that of a header is not.</summary>
    public string Recorded(Option option, string value) =>
        option == _header ? $"{value.Split(':')[0]}:{NotRecorded}" : value;

    /// <summary>True when an address is given.</summary>
    public bool IsGiven(ParseResult result) => OptionValues.IsGiven(result, _url);

    /// <summary>True when an address leads away from this machine.</summary>
    /// <exception cref="UsageException">One of them is none.</exception>
    public bool IsRemote(ParseResult result) => ReadUrls(result)?.Any(url => !url.IsLoopback) == true;

    /// <summary>The choice among what can be measured with these addresses; null when none is given.</summary>
    /// <param name="result">The command line.</param>
    /// <param name="transports">The transports that the user named, or null.</param>
    /// <exception cref="UsageException">An address cannot be asked for, or another option contradicts it or needs one.</exception>
    public UrlChoice? Choose(ParseResult result, IReadOnlyList<string>? transports) =>
        ReadUrls(result) is { } urls ? new UrlChoice(urls, Read(result), transports) : null;

    private Uri[]? ReadUrls(ParseResult result)
    {
        if (!IsGiven(result))
        {
            return All.FirstOrDefault(option => OptionValues.IsGiven(result, option)) is { } needless
                ? throw new UsageException($"{needless.Name} is for a server that --url names; leave it out, or add --url")
                : null;
        }

        string? excluded = result.CommandResult.Children.OfType<OptionResult>()
            .FirstOrDefault(option => !option.Implicit && s_excluded.Contains(option.Option.Name))?.Option.Name;
        if (excluded is not null)
        {
            throw new UsageException($"{excluded} is for servers of ours, and --url names another; leave one of them out");
        }

        Uri[] urls = [.. result.GetRequiredValue(_url).Select(UrlText.Read)];
        return urls.Distinct().Count() == urls.Length
            ? urls
            : throw new UsageException("--url: the same address is named twice; name it once");
    }

    /// <summary>What is agreed with the servers.</summary>
    /// <exception cref="UsageException">A header, a status or the proof is none.</exception>
    public UrlOptions Read(ParseResult result) => !IsGiven(result) ? new UrlOptions() : new UrlOptions
    {
        Headers = [.. (result.GetValue(_header) ?? []).Select(ReadHeader)],
        IsInsecure = result.GetValue(_insecure),
        Expected = result.GetValue(_expect) is { } expected
            ? [.. OptionValues.Split(expected).Select(status => OptionValues.ReadNumber("--expect", status, 200, 299))]
            : new UrlOptions().Expected,
        Proof = result.GetValue(_proof) is { } proof ? ReadProof(proof) : null,
    };

    /// <summary>Where the client runs: where the scheduler puts it, unless a processor is named.</summary>
    /// <param name="affinity">What <c>--affinity</c> says, or null.</param>
    /// <param name="cpus">What <c>--cpus</c> says, or null.</param>
    /// <exception cref="UsageException">The server is to be placed as well.</exception>
    public static Placement Place(string? affinity, string? cpus) =>
        affinity is not null && affinity != Placement.Free.Name
            ? throw new UsageException("--affinity places a server of ours, and --url names another; --cpus N pins the client alone")
            : cpus is null ? Placement.Free
            : Placement.Free with
            {
                SenderCpu = PinnedEnds.Choose(CpuAffinity.Same, cpus, ProcessorMask.Allowed(), SmtSiblings.OfThisMachine).Sender,
            };

    private static IEnumerable<string> Urls(Rounds.RunPlan plan) =>
        plan.Strategies.Select(strategy => strategy.Dimensions.Url).OfType<string>().Distinct();

    private static bool IsUpload(Rounds.RunPlan plan) => plan.Strategies.Any(strategy => strategy is { IsForeign: true, Fetches: false });

    private static IEnumerable<string> Names(Rounds.RunPlan plan) => plan.Sender.Url.Headers.Select(line => line.Split(':')[0]);

    private static string ReadHeader(string text)
    {
        int colon = text.IndexOf(':', StringComparison.Ordinal);
        string name = colon < 0 ? "" : text[..colon];
        string value = text[(colon + 1)..].Trim();
        if (name.Length == 0
            || !name.All(letter => char.IsAsciiLetterOrDigit(letter) || "!#$%&'*+-.^_`|~".Contains(letter, StringComparison.Ordinal))
            || !value.All(letter => letter is >= ' ' and <= '~'))
        {
            throw new UsageException($"--header: '{name}' is no header of visible ASCII characters; write 'Name: value'");
        }

        return s_own.Contains(name, StringComparer.OrdinalIgnoreCase)
            ? throw new UsageException($"--header: {name} belongs to the message itself, and the strategy writes it; leave it out")
            : value == NotRecorded
                ? throw new UsageException($"--header: the value of {name} is not recorded; name it, in a new run")
                : $"{name}: {value}";
    }

    private static UploadProof ReadProof(string text)
    {
        string[] parts = text.StartsWith(ProofPrefix, StringComparison.Ordinal) ? text[ProofPrefix.Length..].Split(':') : [];
        return parts is not ([{ Length: > 0 }] or [{ Length: > 0 }, { Length: > 0 }]) || text.Any(char.IsWhiteSpace)
            ? throw new UsageException(
                $"--proof: '{text}' names no field of an answer in JSON; write json:bytes, json:crc32c or json:sha256, "
                + "or json:hash:sha256 for a field of another name")
            : new UploadProof(
                parts[0],
                parts.Length == 1
                    ? KindOf(parts[0])
                    : Enum.Parse<UploadProofKind>(
                        OptionValues.OneOf("kind of --proof", parts[1], OptionValues.NamesOf<UploadProofKind>()), ignoreCase: true));
    }

    private static string Write(UploadProof proof) =>
        proof.Field + (KindOf(proof.Field) == proof.Kind ? "" : $":{OptionValues.NameOf(proof.Kind)}");

    /// <summary>What a field holds, by its name: "sha256", "SHA-256" and "contentSha256" are checksums, "size" is a number.</summary>
    private static UploadProofKind KindOf(string field)
    {
        string name = string.Concat(field.Where(char.IsAsciiLetterOrDigit));
        return name.Contains("crc32c", StringComparison.OrdinalIgnoreCase) ? UploadProofKind.Crc32C
            : name.Contains("sha256", StringComparison.OrdinalIgnoreCase) ? UploadProofKind.Sha256
            : UploadProofKind.Bytes;
    }
}
