using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Strategies.Variants;

/// <summary>Options of the sender's socket that a variant can set.</summary>
internal static class Tuning
{
    private const string SendBuffer = "sndbuf";

    private static readonly string[] s_congestionControls = ["cubic", "bbr", "reno"];

    /// <summary>The change that a suffix names, such as <c>nagle</c>, <c>bbr</c> or <c>sndbuf64K</c>; null when it names none.</summary>
    public static Func<ConnectionOptions, ConnectionOptions>? Of(string suffix) => suffix switch
    {
        "nagle" => options => options with { NoDelay = false },
        _ when s_congestionControls.Contains(suffix) => options => options with { CongestionControl = suffix },
        _ when suffix.StartsWith(SendBuffer, StringComparison.Ordinal)
            && ByteSize.TryParse(suffix[SendBuffer.Length..], out ByteSize size)
            && size.Bytes is > 0 and <= int.MaxValue => options => options with { SendBuffer = (int)size.Bytes },
        _ => null,
    };
}
