using FileTransfer.Results.Statistics;

namespace FileTransfer.Harness.Comparing;

/// <summary>The rounds after which a comparison that ends when it is decided looks at its results.</summary>
/// <remarks>
/// Whoever looks often finds something by chance. The looks are planned before, and share the error rate in equal parts (Bonferroni):
/// all looks together are wrong as rarely as one look would be.
/// </remarks>
internal static class InterimLooks
{
    private static readonly int[] s_after = [10, 15, 22, 33, 50];

    /// <summary>Most rounds that are made.</summary>
    public static int Most => s_after[^1];

    /// <summary>The error rate of each look.</summary>
    public static double ErrorRate => SignFlips.UsualErrorRate / s_after.Length;

    /// <summary>True when the results are looked at after so many rounds that count.</summary>
    public static bool IsDueAfter(int rounds) => s_after.Contains(rounds);
}
