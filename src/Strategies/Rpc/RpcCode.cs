using System.Globalization;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Rpc;

/// <summary>Error codes of a failed call, as in Twirp v7. gRPC has numbers for them.</summary>
public static class RpcCode
{
    /// <summary>The client cancelled the call.</summary>
    public const string Canceled = "canceled";

    /// <summary>The cause is unknown.</summary>
    public const string Unknown = "unknown";

    /// <summary>An argument is not valid for the method.</summary>
    public const string InvalidArgument = "invalid_argument";

    /// <summary>A message cannot be parsed.</summary>
    public const string Malformed = "malformed";

    /// <summary>No answer arrived in time.</summary>
    public const string DeadlineExceeded = "deadline_exceeded";

    /// <summary>The requested resource does not exist.</summary>
    public const string NotFound = "not_found";

    /// <summary>The method does not exist, or the request for it is wrong.</summary>
    public const string BadRoute = "bad_route";

    /// <summary>The caller has no permission.</summary>
    public const string PermissionDenied = "permission_denied";

    /// <summary>The caller is not authenticated.</summary>
    public const string Unauthenticated = "unauthenticated";

    /// <summary>A limit of the receiver is exceeded, such as the length of a message.</summary>
    public const string ResourceExhausted = "resource_exhausted";

    /// <summary>The method is not implemented.</summary>
    public const string Unimplemented = "unimplemented";

    /// <summary>An internal error.</summary>
    public const string Internal = "internal";

    /// <summary>The service cannot be reached at the moment.</summary>
    public const string Unavailable = "unavailable";

    /// <summary>The received bytes are not the sent ones.</summary>
    public const string DataLoss = "data_loss";

    /// <summary>Codes by their number in gRPC, from 0 on: grpc/doc/statuscodes.md.</summary>
    private static readonly string[] s_ofGrpc =
    [
        "ok", Canceled, Unknown, InvalidArgument, DeadlineExceeded, NotFound, "already_exists", PermissionDenied, ResourceExhausted,
        "failed_precondition", "aborted", "out_of_range", Unimplemented, Internal, Unavailable, DataLoss, Unauthenticated,
    ];

    /// <summary>The code for a gRPC status; <see cref="Unknown"/> for a number without a code.</summary>
    public static string OfGrpc(int status) => status >= 0 && status < s_ofGrpc.Length ? s_ofGrpc[status] : Unknown;

    /// <summary>gRPC's number for a code; the number of <see cref="Internal"/> for a code that gRPC does not have.</summary>
    public static int ToGrpc(string code) => code switch
    {
        Malformed => Array.IndexOf(s_ofGrpc, Internal),
        BadRoute => Array.IndexOf(s_ofGrpc, Unimplemented),
        _ => Math.Max(Array.IndexOf(s_ofGrpc, code), 1) is var number && s_ofGrpc[number] == code
            ? number
            : Array.IndexOf(s_ofGrpc, Internal),
    };

    /// <summary>The HTTP status for a code: Twirp v7, "Error Codes".</summary>
    public static int ToHttp(string code) => code switch
    {
        Canceled or DeadlineExceeded => 408,
        InvalidArgument or Malformed or "out_of_range" => 400,
        NotFound or BadRoute => 404,
        "already_exists" or "aborted" => 409,
        PermissionDenied => 403,
        Unauthenticated => 401,
        ResourceExhausted => 429,
        "failed_precondition" => 412,
        Unimplemented => 501,
        Unavailable => 503,
        _ => 500,
    };

    /// <summary>
    /// The code for an HTTP status without a Twirp error, such as from a proxy: twitchtv.github.io/twirp/docs/errors.html.
    /// </summary>
    public static string OfHttp(int status) => status switch
    {
        >= 300 and < 400 => Internal,
        400 => Internal,
        401 => Unauthenticated,
        403 => PermissionDenied,
        404 => BadRoute,
        429 or 502 or 503 or 504 => Unavailable,
        _ => Unknown,
    };

    /// <summary>The code for a failure of the connection.</summary>
    public static string Of(TransferErrorKind kind) => kind switch
    {
        TransferErrorKind.ConnectFailed or TransferErrorKind.ConnectionLost => Unavailable,
        TransferErrorKind.TimedOut => DeadlineExceeded,
        TransferErrorKind.Mismatch => DataLoss,
        _ => Internal,
    };

    /// <summary>True for a code of Twirp.</summary>
    public static bool IsKnown(string code) => code is Malformed or BadRoute || Array.IndexOf(s_ofGrpc, code) > 0;

    /// <summary>Parses a length or a status in a header; null when it is not a number.</summary>
    internal static long? Number(string? text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number) ? number : null;
}
