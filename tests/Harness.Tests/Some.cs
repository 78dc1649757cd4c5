using System.Runtime.CompilerServices;

namespace FileTransfer.Harness.Tests;

/// <summary>For checks of every item: of no items at all, everything would be true.</summary>
internal static class Some
{
    /// <summary>The items, of which there must be at least one.</summary>
    public static T[] Of<T>(IEnumerable<T> items, [CallerArgumentExpression(nameof(items))] string what = "")
    {
        T[] all = [.. items];
        Assert.True(all.Length > 0, $"there is nothing to check: {what} is empty");
        return all;
    }
}
