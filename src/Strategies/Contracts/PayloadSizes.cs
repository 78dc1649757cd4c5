using FileTransfer.Strategies.Units;

namespace FileTransfer.Strategies.Contracts;

/// <summary>A range of payload lengths in bytes, both limits included.</summary>
/// <param name="Least">The shortest length, in bytes.</param>
/// <param name="Most">The longest length, in bytes.</param>
public sealed record PayloadSizes(long Least, long Most)
{
    /// <summary>The range of all lengths.</summary>
    public static PayloadSizes Any { get; } = new(0, long.MaxValue);

    /// <summary>True when <paramref name="length"/> is in the range.</summary>
    public bool Include(long length) => length >= Least && length <= Most;

    /// <summary>The range in words, such as <c>up to 1G</c>.</summary>
    public override string ToString() => (Least, Most) switch
    {
        (0, long.MaxValue) => "any",
        (_, long.MaxValue) => $"{new ByteSize(Least)} and more",
        _ when Least == Most => $"{new ByteSize(Least)} only",
        (0, _) => $"up to {new ByteSize(Most)}",
        _ => $"{new ByteSize(Least)} to {new ByteSize(Most)}",
    };
}
