using FileTransfer.Harness.Processes;

namespace FileTransfer.Harness.Comparing;

/// <summary>One side of a comparison: a build of the program, and what it is started with.</summary>
internal sealed record ComparedSide
{
    /// <summary>The side in the words of the user, such as <c>--congestion-control bbr</c>; "as it is" for an unchanged one.</summary>
    public required string Words { get; init; }

    /// <summary>Path of the dotnet host.</summary>
    public string Host { get; init; } = DotnetHost.Path;

    /// <summary>Path of the harness's assembly.</summary>
    public string Program { get; init; } = ThisProgram.Path;

    /// <summary>Options of <c>bench</c> that only this side has.</summary>
    public IReadOnlyList<string> Options { get; init; } = [];

    /// <summary>Environment variables that only this side has.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();
}
