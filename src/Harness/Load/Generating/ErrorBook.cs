using System.Globalization;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Load.Generating;

/// <summary>How many errors a load may have.</summary>
/// <param name="Count">Largest number, or null for a share.</param>
/// <param name="Percent">Largest share of the transfers that were tried, in per cent, or null for a number.</param>
internal readonly record struct ErrorLimit(long? Count, double? Percent)
{
    /// <summary>A share means nothing before so many transfers were tried.</summary>
    private const long FewestTried = 100;

    /// <summary>The first error ends the load.</summary>
    public static ErrorLimit None { get; } = new(0, null);

    /// <summary>True when errors end the load before it has tried everything.</summary>
    public bool IsPassed(long errors, long tried) => Count is { } count
        ? errors > count
        : errors > Percent!.Value / 100 * Math.Max(tried, FewestTried);

    /// <inheritdoc/>
    public override string ToString() => Count is { } count
        ? count.ToString(CultureInfo.InvariantCulture)
        : Percent!.Value.ToString("0.###", CultureInfo.InvariantCulture) + "%";
}

/// <summary>Counts errors by kind, and tells when there are too many.</summary>
/// <param name="limit">How many there may be.</param>
internal sealed class ErrorBook(ErrorLimit limit)
{
    private readonly Lock _lock = new();
    private readonly SortedDictionary<string, long> _byKind = new(StringComparer.Ordinal);
    private long _count;

    /// <summary>Errors so far.</summary>
    public long Count => Volatile.Read(ref _count);

    /// <summary>The first error; null when there was none.</summary>
    public TransferException? First { get; private set; }

    /// <summary>True when there were more errors than allowed.</summary>
    public bool IsPassed { get; private set; }

    /// <summary>Errors by kind.</summary>
    public IReadOnlyDictionary<string, long> ByKind
    {
        get
        {
            lock (_lock)
            {
                return new SortedDictionary<string, long>(_byKind, StringComparer.Ordinal);
            }
        }
    }

    /// <summary>Counts an error; false when it was one too many.</summary>
    /// <param name="exception">The error.</param>
    /// <param name="completed">Transfers completed so far.</param>
    public bool TryAdd(TransferException exception, long completed)
    {
        lock (_lock)
        {
            First ??= exception;
            string kind = char.ToLowerInvariant(exception.Kind.ToString()[0]) + exception.Kind.ToString()[1..];
            _byKind[kind] = _byKind.GetValueOrDefault(kind) + 1;
            _count++;
            IsPassed |= !IsAllowed(exception, _count, completed);
            return !IsPassed;
        }
    }

    /// <summary>True when an error behind the load, which is not counted, would have been allowed within it.</summary>
    /// <param name="exception">The error.</param>
    /// <param name="behind">Number of errors behind the load, with this one.</param>
    /// <param name="completed">Transfers completed.</param>
    public bool AllowsBehind(TransferException exception, long behind, long completed) => IsAllowed(exception, Count + behind, completed);

    // A delivery of something else, or a file that changed, is no failure of a connection: nothing more can be proven.
    private bool IsAllowed(TransferException exception, long count, long completed) =>
        exception.Kind is not (TransferErrorKind.Mismatch or TransferErrorKind.PayloadChanged)
        && !limit.IsPassed(count, completed + count);
}
