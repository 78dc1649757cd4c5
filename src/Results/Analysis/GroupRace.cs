using FileTransfer.Results.Statistics;

namespace FileTransfer.Results.Analysis;

/// <summary>The race of one size and group.</summary>
/// <param name="Measurements">Who takes part.</param>
/// <param name="Race">What is proven about each, in the same order.</param>
internal sealed record GroupRace(IReadOnlyList<Measurement> Measurements, Race Race)
{
    /// <summary>Place of a measurement; -1 for one that does not take part.</summary>
    public int PlaceOf(Measurement measurement)
    {
        for (int place = 0; place < Measurements.Count; place++)
        {
            if (Measurements[place].Strategy == measurement.Strategy && Measurements[place].Transport == measurement.Transport)
            {
                return place;
            }
        }

        return -1;
    }

    /// <summary>What is proven about a measurement that takes part.</summary>
    public RaceStanding StandingOf(Measurement measurement) => Race.Standings[PlaceOf(measurement)];

    /// <summary>True for one that is as fast as the best, within the margin.</summary>
    public bool IsAsFast(Measurement measurement) => Race.IsAsFast(PlaceOf(measurement));
}
