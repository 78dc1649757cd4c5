using System.Runtime.CompilerServices;

namespace FileTransfer.Harness.Statistics;

/// <summary>Computes something about an object when it is first asked for, and keeps it for as long as the object lives.</summary>
/// <remarks>
/// Warnings, tables and pictures ask for the same costly numbers. Objects are told apart by identity, and none may change.
/// It is a memory and no state: an answer belongs to its object and goes with it, and is the same whether it was kept or not. So a
/// static field may hold one; handed in, it would have to follow every run, measurement and launch to whoever asks about them.
/// </remarks>
/// <param name="compute">The computation; two threads that ask at once may both run it.</param>
internal sealed class Memo<TKey, TValue>(Func<TKey, TValue> compute)
    where TKey : class
    where TValue : class
{
    private readonly ConditionalWeakTable<TKey, TValue> _known = [];

    /// <summary>What was computed about an object.</summary>
    public TValue Of(TKey key) => _known.GetValue(key, one => compute(one));
}
