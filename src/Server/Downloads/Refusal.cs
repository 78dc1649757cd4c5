using System.Globalization;
using FileTransfer.Server.Receivers;

namespace FileTransfer.Server.Downloads;

/// <summary>Why a request for a file is not answered with the file.</summary>
/// <param name="Status">Status of the response.</param>
/// <param name="Reason">The reason, as one sentence for the client.</param>
internal sealed record Refusal(int Status, string Reason)
{
    private const string Unauthorized = "unauthorized";

    /// <summary>How it is counted, and what the log says of it.</summary>
    /// <param name="isGreeting">True when the client had not yet said who it is.</param>
    public (string Kind, string Words) Told(bool isGreeting) => (isGreeting, Status) switch
    {
        (true, 408) => (FrameChannel.NoGreeting, EventWords.NotInTime),
        (true, 401) => (Unauthorized, Reason),
        (true, _) => (Unauthorized, "did not begin with the token"),
        (false, 401) => (Unauthorized, Words),
        _ => ("bad-request", Words),
    };

    private string Words => string.Create(CultureInfo.InvariantCulture, $"was refused with {Status}: {Reason}");

    /// <summary>The request cannot be understood.</summary>
    public static Refusal BadRequest(string reason) => new(400, reason);

    /// <summary>There is something, but it is not served.</summary>
    public static Refusal Forbidden(string reason) => new(403, reason);

    /// <summary>There is no such file.</summary>
    public static Refusal NotFound(string reason) => new(404, reason);

    /// <summary>The name is longer than any.</summary>
    public static Refusal TooLong(string reason) => new(414, reason);
}
