using System.Diagnostics;

namespace FileTransfer.Strategies.Variants;

/// <summary>Lengthens an operation by a share of its duration.</summary>
internal static class Delay
{
    /// <summary>
    /// Spins for <paramref name="share"/> of the time that has passed since <paramref name="start"/>, a Stopwatch timestamp.
    /// </summary>
    public static void Spin(long start, double share)
    {
        long now = Stopwatch.GetTimestamp();
        long end = now + (long)((now - start) * share);
        while (Stopwatch.GetTimestamp() < end)
        {
        }
    }
}
