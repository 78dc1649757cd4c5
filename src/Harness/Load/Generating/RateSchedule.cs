namespace FileTransfer.Harness.Load.Generating;

/// <summary>
/// The instants at which transfers are to begin, in nanoseconds from the start: evenly spaced, or those of a Poisson process.
/// </summary>
/// <remarks>Every instant is computed from the start, so that rounding does not add up. The same seed gives the same instants.</remarks>
/// <param name="perSecond">Transfers per second.</param>
/// <param name="isPoisson">True for independent arrivals, false for even ones.</param>
/// <param name="seed">Seed of the arrivals of a Poisson process.</param>
internal sealed class RateSchedule(double perSecond, bool isPoisson, int seed)
{
    private const double NanosecondsPerSecond = 1e9;

    private readonly Random _random = new(seed);
    private readonly double _interval = NanosecondsPerSecond / perSecond;
    private double _elapsed;
    private long _index;

    /// <summary>The next instant.</summary>
    public long Next()
    {
        if (!isPoisson)
        {
            return (long)(_index++ * _interval);
        }

        // The time between arrivals of a Poisson process is exponentially distributed; NextDouble is never 1.
        _elapsed += -Math.Log(1 - _random.NextDouble()) * _interval;
        return (long)_elapsed;
    }
}
