using FileTransfer.Senders.Processes;

namespace FileTransfer.Harness.Comparing;

/// <summary>One side of a comparison: a build of the program, and what it is started with.</summary>
internal sealed record ComparedSide
{
    /// <summary>The side in the words of the user, such as <c>--congestion-control bbr</c>; "as it is" for an unchanged one.</summary>
    public required string Words { get; init; }

    /// <summary>The program.</summary>
    public ProgramFile Program { get; init; } = ThisProgram.File;

    /// <summary>Options of <c>bench</c> that only this side has.</summary>
    public IReadOnlyList<string> Options { get; init; } = [];

    /// <summary>Environment variables that only this side has.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();
}
