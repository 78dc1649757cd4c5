namespace FileTransfer.Strategies.Wire;

/// <summary>Chooses the transfers whose content is checked on the connection that is measured.</summary>
/// <remarks>
/// By chance, one by one, at the end that receives: whoever sends cannot foresee which, nor conclude it from those before.
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

    /// <summary>Whether this one is to be checked; one without content never is.</summary>
    public static bool IsDue(long length) => length > 0 && Random.Shared.NextDouble() < ShareOf(length);
}
