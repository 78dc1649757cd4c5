using FileTransfer.Results;

namespace FileTransfer.Harness.Checks;

/// <summary>What a check says.</summary>
/// <param name="Severity">How much it spoils a measurement.</param>
/// <param name="Text">What was found, with the values.</param>
/// <param name="Remedy">The command or action that changes it, or null.</param>
/// <param name="Cost">What it costs here, where that could be tried, or null.</param>
internal sealed record Finding(Severity Severity, string Text, string? Remedy = null, string? Cost = null)
{
    public static Finding Fine(string text) => new(Severity.Fine, text);

    public static Finding Note(string text, string? remedy = null, string? cost = null) => new(Severity.Note, text, remedy, cost);

    public static Finding Limit(string text, string? remedy = null, string? cost = null) => new(Severity.Limit, text, remedy, cost);

    public static Finding Unfit(string text, string? remedy = null, string? cost = null) => new(Severity.Unfit, text, remedy, cost);

    /// <summary>This system does not tell, because of what <paramref name="text"/> says.</summary>
    public static Finding Unknown(string text) => new(Severity.Unknown, text);
}
