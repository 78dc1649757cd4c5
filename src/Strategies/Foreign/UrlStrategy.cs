using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Downloads;
using FileTransfer.Strategies.Http;

namespace FileTransfer.Strategies.Foreign;

/// <summary>
/// A client of ours with the address of a resource on a server of another make, such as <c>get-drain@http://127.0.0.1:8080/file</c>.
/// </summary>
/// <remarks>The catalog does not list them, and no token of ours is sent.</remarks>
public static class UrlStrategy
{
    private const char Separator = '@';

    /// <summary>The clients that fetch a file.</summary>
    public static IReadOnlyList<StrategyDescriptor> Downloads { get; } =
        [GetDrain.DescriptorOfUrl, GetDrain.DescriptorOfUrlBy8K, GetStream.DescriptorOfUrl, GetCopyTo.DescriptorOfUrl];

    /// <summary>The clients that upload a file: alone by PUT, alone by POST, and as a form by POST.</summary>
    public static IReadOnlyList<StrategyDescriptor> Uploads { get; } =
    [
        HttpPutStream.Descriptor,
        HttpSendFile.DescriptorPut,
        .. Alone("http-put-"),
        HttpPutStream.DescriptorPost,
        HttpSendFile.DescriptorPost,
        .. Alone("http-post-"),
        HttpMultipartOsPipe.Descriptor,
        HttpMultipartSplice.Descriptor,
        HttpMultipartPipe.Descriptor,
        HttpMultipartBuffered.Descriptor,
        HttpMultipartStream.Descriptor,
        HttpSendFile.DescriptorMultipart,
    ];

    /// <summary>All clients, in the order of listings.</summary>
    public static IReadOnlyList<StrategyDescriptor> Clients { get; } = [.. Downloads, .. Uploads];

    /// <summary>True for an id that names an address.</summary>
    public static bool IsNamedBy(string id) =>
        id.IndexOf(Separator, StringComparison.Ordinal) is > 0 and int at && AddressIn(id, at) is not null;

    /// <summary>The strategy that an id names; null when there is no such client, or it does not speak the scheme of the address.</summary>
    public static StrategyDescriptor? Find(string id)
    {
        int at = id.IndexOf(Separator, StringComparison.Ordinal);
        return Clients.FirstOrDefault(client => client.Id == id[..at]) is { } client && AddressIn(id, at) is { } url
            ? Of(client, url, proof: null)
            : null;
    }

    /// <summary>A client with an address; null when it does not speak the scheme.</summary>
    /// <param name="client">One of <see cref="Clients"/>.</param>
    /// <param name="url">The address.</param>
    /// <param name="proof">Where the server tells what arrived of an upload; null when it tells nothing.</param>
    public static StrategyDescriptor? Of(StrategyDescriptor client, Uri url, UploadProof? proof)
    {
        string[] transports = [.. client.Transports.Intersect(TransportsOf(url))];
        return transports.Length == 0 ? null : client.As(
            $"{client.Id}{Separator}{url.AbsoluteUri}",
            client.Implementation,
            options => client.Create(options with { Token = null })) with
        {
            Transports = transports,
            Dimensions = client.Dimensions with
            {
                Original = client.Id,
                Url = url.AbsoluteUri,
                Proof = client.Fetches ? StrategyDimensions.ClientProof : NameOf(proof),
            },
        };
    }

    /// <summary>The transports that an address can be reached by, the usual one first.</summary>
    public static IReadOnlyList<string> TransportsOf(Uri url) =>
        url.Scheme == Uri.UriSchemeHttps ? [Transport.Https, Transport.Https2] : [Transport.Http, Transport.Http2];

    private static string NameOf(UploadProof? proof) => proof?.Kind switch
    {
        null => StrategyDimensions.AcceptedProof,
        UploadProofKind.Bytes => StrategyDimensions.CountProof,
        _ => StrategyDimensions.ChecksumProof,
    };

    private static IEnumerable<StrategyDescriptor> Alone(string prefix) =>
        ((IReadOnlyList<StrategyDescriptor>[])[
            HttpMultipartBuffered.DescriptorsAlone, HttpMultipartPipe.DescriptorsAlone, HttpMultipartOsPipe.DescriptorsAlone,
            HttpMultipartSplice.DescriptorsAlone,
        ])
        .SelectMany(both => both)
        .Where(client => client.Id.StartsWith(prefix, StringComparison.Ordinal));

    private static Uri? AddressIn(string id, int at) =>
        Uri.TryCreate(id[(at + 1)..], UriKind.Absolute, out Uri? url)
            && (url.Scheme == Uri.UriSchemeHttp || url.Scheme == Uri.UriSchemeHttps)
            ? url
            : null;
}
