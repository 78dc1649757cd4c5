using System.Runtime.CompilerServices;

namespace FileTransfer.Results.Statistics;

/// <summary>Computes a value for an object on first use and caches it for the lifetime of the object.</summary>
/// <remarks>Warnings, tables and charts need the same expensive numbers. Keys are compared by reference and must be immutable.</remarks>
/// <param name="compute">The computation; two concurrent threads may both run it.</param>
internal sealed class ComputedOnce<TKey, TValue>(Func<TKey, TValue> compute)
    where TKey : class
    where TValue : class
{
    private readonly ConditionalWeakTable<TKey, TValue> _known = [];

    /// <summary>The value for an object.</summary>
    public TValue Of(TKey key) => _known.GetValue(key, one => compute(one));
}
