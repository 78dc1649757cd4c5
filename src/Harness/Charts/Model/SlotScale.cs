namespace FileTransfer.Harness.Charts.Model;

/// <summary>Equally wide slots, numbered from 0, each value in the middle of its slot.</summary>
/// <param name="Count">Number of slots, at least 1.</param>
/// <param name="IsDescending">True when the first slot is at 1: rows are read from the top.</param>
internal sealed record SlotScale(int Count, bool IsDescending = false) : Scale
{
    /// <inheritdoc/>
    public override double Place(double value)
    {
        double place = (value + 0.5) / Count;
        return IsDescending ? 1 - place : place;
    }
}
