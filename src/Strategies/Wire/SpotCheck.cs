namespace FileTransfer.Strategies.Wire;

/// <summary>Chooses the transfers whose content is checked during a measurement, on the measured connection.</summary>
/// <remarks>
/// The receiving end chooses each transfer at random, so that the sending end cannot foresee or infer the chosen ones.
/// Large files are checked more often, because there are fewer of them.
/// </remarks>
public static class SpotCheck
{
    private const long Large = 1 << 20;
    private const long VeryLarge = 16 << 20;

    /// <summary>Share of the transfers of <paramref name="length"/> bytes that is checked, between 0 and 1.</summary>
    public static double ShareOf(long length) => length switch
    {
        < Large => 1 / 64.0,
        < VeryLarge => 1 / 16.0,
        _ => 1 / 8.0,
    };

    /// <summary>Decides at random whether a transfer of <paramref name="length"/> bytes is checked; never for an empty one.</summary>
    public static bool IsDue(long length) => length > 0 && Random.Shared.NextDouble() < ShareOf(length);
}
