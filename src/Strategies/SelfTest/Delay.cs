using System.Diagnostics;

namespace FileTransfer.Strategies.SelfTest;

/// <summary>Takes a share longer than something took.</summary>
internal static class Delay
{
    /// <summary>Goes on until so much longer has passed since <paramref name="start"/> as <paramref name="share"/> of what has passed so far.</summary>
    public static void Spin(long start, double share)
    {
        long now = Stopwatch.GetTimestamp();
        long end = now + (long)((now - start) * share);
        while (Stopwatch.GetTimestamp() < end)
        {
        }
    }
}
