namespace FileTransfer.Harness.Charts.Model;

/// <summary>Turns values into places from 0 (left, bottom) to 1 (right, top).</summary>
internal abstract record Scale
{
    /// <summary>The place of a value; outside 0 to 1 when the value is outside the scale.</summary>
    public abstract double Place(double value);
}
