using FileTransfer.Results;

namespace FileTransfer.Harness.Doctor;

/// <summary>What a check says.</summary>
/// <param name="Severity">How much it spoils a measurement.</param>
/// <param name="Text">What was found, with the values.</param>
/// <param name="Remedy">The command or action that changes it, or null.</param>
/// <param name="Cost">What it costs here, where that could be tried, or null.</param>
internal sealed record Finding(Severity Severity, string Text, string? Remedy = null, string? Cost = null)
{
    /// <summary>What was found, and what changes it.</summary>
    public string Sentence => $"{Text}; {Remedy}";

    public static Finding Fine(string text, string? cost = null) => new(Severity.Fine, text, Cost: cost);

    public static Finding Note(string text, string? remedy = null, string? cost = null) => new(Severity.Note, text, remedy, cost);

    public static Finding Limit(string text, string? remedy = null, string? cost = null) => new(Severity.Limit, text, remedy, cost);

    public static Finding Unfit(string text, string? remedy = null) => new(Severity.Unfit, text, remedy);

    /// <summary>This system does not tell, because of what <paramref name="text"/> says.</summary>
    public static Finding Unknown(string text, string? cost = null) => new(Severity.Unknown, text, Cost: cost);

    /// <summary>Fine up to one share, a limit up to another, and unfit beyond that.</summary>
    public static Finding OfShare(double share, double mostFine, double mostUsable, string text, string remedy) =>
        share > mostUsable ? Unfit(text, remedy) : share > mostFine ? Limit(text, remedy) : Fine(text);
}
