namespace FileTransfer.Strategies.Contracts;

/// <summary>Lengths of payload in bytes, both ends included.</summary>
/// <param name="Least">The shortest.</param>
/// <param name="Most">The longest.</param>
public sealed record PayloadSizes(long Least, long Most)
{
    /// <summary>Every length.</summary>
    public static PayloadSizes Any { get; } = new(0, long.MaxValue);

    /// <summary>True for a length among them.</summary>
    public bool Include(long length) => length >= Least && length <= Most;

    /// <summary>In words: <c>up to 1G</c>.</summary>
    public override string ToString() => (Least, Most) switch
    {
        (0, long.MaxValue) => "any",
        (_, long.MaxValue) => $"{new ByteSize(Least)} and more",
        _ when Least == Most => $"{new ByteSize(Least)} only",
        (0, _) => $"up to {new ByteSize(Most)}",
        _ => $"{new ByteSize(Least)} to {new ByteSize(Most)}",
    };
}
