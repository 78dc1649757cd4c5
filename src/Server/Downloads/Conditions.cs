using System.Globalization;

namespace FileTransfer.Server.Downloads;

/// <summary>The conditions of a request (RFC 9110, 13), as texts; null where a header is missing.</summary>
internal readonly record struct Conditions
{
    private static readonly string[] s_dates =
    [
        // IMF-fixdate, and the two obsolete formats that recipients accept: RFC 9110, 5.6.7.
        "ddd, dd MMM yyyy HH:mm:ss 'GMT'", "dddd, dd-MMM-yy HH:mm:ss 'GMT'", "ddd MMM d HH:mm:ss yyyy", "ddd MMM  d HH:mm:ss yyyy",
    ];

    private string? IfMatch { get; init; }

    private string? IfNoneMatch { get; init; }

    private string? IfModifiedSince { get; init; }

    private string? IfUnmodifiedSince { get; init; }

    private string? IfRange { get; init; }

    /// <summary>The conditions with one more header; others than these five change nothing.</summary>
    public Conditions With(string name, string value) => name.ToLowerInvariant() switch
    {
        "if-match" => this with { IfMatch = IfMatch is null ? value : $"{IfMatch}, {value}" },
        "if-none-match" => this with { IfNoneMatch = IfNoneMatch is null ? value : $"{IfNoneMatch}, {value}" },
        "if-modified-since" => this with { IfModifiedSince = value },
        "if-unmodified-since" => this with { IfUnmodifiedSince = value },
        "if-range" => this with { IfRange = value },
        _ => this,
    };

    /// <summary>Evaluates the conditions in the order of RFC 9110, 13.2.2.</summary>
    /// <param name="tag">The file's strong entity tag, with its quotes.</param>
    /// <param name="lastModified">When the file was written last, in whole seconds.</param>
    /// <returns>0 to go on, or the status of the response: 304 or 412.</returns>
    public int StatusFor(string tag, DateTimeOffset lastModified)
    {
        const int NotModified = 304;
        const int PreconditionFailed = 412;
        if (IfMatch is not null)
        {
            if (!Lists(IfMatch, tag, isWeak: false))
            {
                return PreconditionFailed;
            }
        }
        else if (Date(IfUnmodifiedSince) is { } latest && lastModified > latest)
        {
            return PreconditionFailed;
        }

        if (IfNoneMatch is not null)
        {
            return Lists(IfNoneMatch, tag, isWeak: true) ? NotModified : 0;
        }

        return Date(IfModifiedSince) is { } since && lastModified <= since ? NotModified : 0;
    }

    /// <summary>False when a range was asked for of another version of the file: then it is sent whole (RFC 9110, 13.1.5).</summary>
    public bool TakesRange(string tag, DateTimeOffset lastModified) =>
        IfRange is null || (IfRange.StartsWith('"') || IfRange.StartsWith("W/", StringComparison.Ordinal)
            ? IfRange == tag
            : Date(IfRange) == lastModified);

    /// <summary>True when a list of entity tags names this one, or is a star; a weak comparison also takes a weak tag.</summary>
    private static bool Lists(string list, string tag, bool isWeak)
    {
        ReadOnlySpan<char> left = list.AsSpan().Trim();
        if (left is "*")
        {
            return true;
        }

        while (!left.IsEmpty)
        {
            bool isWeakTag = left.StartsWith("W/", StringComparison.Ordinal);
            left = isWeakTag ? left[2..] : left;
            // The quotes belong to the tag.
            int end = left.StartsWith('"') ? left[1..].IndexOf('"') : -1;
            if (end < 0)
            {
                return false;
            }

            if (left[..(end + 2)].SequenceEqual(tag) && (isWeak || !isWeakTag))
            {
                return true;
            }

            left = left[(end + 2)..].TrimStart(" \t,");
        }

        return false;
    }

    /// <summary>A date of HTTP; null for anything else, which a recipient ignores.</summary>
    private static DateTimeOffset? Date(string? text) => DateTimeOffset.TryParseExact(
        text,
        s_dates,
        CultureInfo.InvariantCulture,
        DateTimeStyles.AssumeUniversal,
        out DateTimeOffset date) ? date : null;
}
