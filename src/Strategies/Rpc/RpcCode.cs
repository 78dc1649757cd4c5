using System.Globalization;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Rpc;

/// <summary>Why a call failed: the error codes of Twirp v7, which gRPC has as numbers.</summary>
public static class RpcCode
{
    /// <summary>Ended by the client.</summary>
    public const string Canceled = "canceled";

    /// <summary>Nothing more is known.</summary>
    public const string Unknown = "unknown";

    /// <summary>An argument is outside of what the method takes.</summary>
    public const string InvalidArgument = "invalid_argument";

    /// <summary>A message cannot be read.</summary>
    public const string Malformed = "malformed";

    /// <summary>No answer in time.</summary>
    public const string DeadlineExceeded = "deadline_exceeded";

    /// <summary>There is no such thing.</summary>
    public const string NotFound = "not_found";

    /// <summary>There is no such method, or it is not called so.</summary>
    public const string BadRoute = "bad_route";

    /// <summary>The caller may not.</summary>
    public const string PermissionDenied = "permission_denied";

    /// <summary>The caller is not known.</summary>
    public const string Unauthenticated = "unauthenticated";

    /// <summary>More than the receiver takes.</summary>
    public const string ResourceExhausted = "resource_exhausted";

    /// <summary>Known, but not made.</summary>
    public const string Unimplemented = "unimplemented";

    /// <summary>Something is wrong that should not be.</summary>
    public const string Internal = "internal";

    /// <summary>Not to be reached now.</summary>
    public const string Unavailable = "unavailable";

    /// <summary>What arrived is not what was sent.</summary>
    public const string DataLoss = "data_loss";

    /// <summary>gRPC's numbers from 0 on: grpc/doc/statuscodes.md.</summary>
    private static readonly string[] s_ofGrpc =
    [
        "ok", Canceled, Unknown, InvalidArgument, DeadlineExceeded, NotFound, "already_exists", PermissionDenied, ResourceExhausted,
        "failed_precondition", "aborted", "out_of_range", Unimplemented, Internal, Unavailable, DataLoss, Unauthenticated,
    ];

    /// <summary>The code of a status of gRPC; <see cref="Unknown"/> for a number that has none.</summary>
    public static string OfGrpc(int status) => status >= 0 && status < s_ofGrpc.Length ? s_ofGrpc[status] : Unknown;

    /// <summary>gRPC's number for a code; that of <see cref="Internal"/> for one that gRPC does not have.</summary>
    public static int ToGrpc(string code) => code switch
    {
        Malformed => Array.IndexOf(s_ofGrpc, Internal),
        BadRoute => Array.IndexOf(s_ofGrpc, Unimplemented),
        _ => Math.Max(Array.IndexOf(s_ofGrpc, code), 1) is var number && s_ofGrpc[number] == code ? number : Array.IndexOf(s_ofGrpc, Internal),
    };

    /// <summary>The status of HTTP that belongs to a code: Twirp v7, "Error Codes".</summary>
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

    /// <summary>The code for an answer that is no error of Twirp's, from something between the client and the server: twitchtv.github.io/twirp/docs/errors.html.</summary>
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

    /// <summary>True for a code of Twirp's.</summary>
    public static bool IsKnown(string code) => code is Malformed or BadRoute || Array.IndexOf(s_ofGrpc, code) > 0;

    /// <summary>A length or a status in a header, or null where it is none.</summary>
    internal static long? Number(string? text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number) ? number : null;
}
