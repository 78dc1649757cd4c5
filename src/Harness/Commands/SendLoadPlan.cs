using FileTransfer.Harness.Load.Generating;

namespace FileTransfer.Harness.Commands;

/// <summary>The validated plan of <c>send</c> with load.</summary>
internal sealed record SendLoadPlan
{
    public required LoadPlan Load { get; init; }

    /// <summary>True to start a server for the load; its address then replaces that of the plan.</summary>
    public required bool IsServerOwn { get; init; }

    /// <summary>What a server of its own has to serve, or null.</summary>
    public string? Files { get; init; }

    /// <summary>File for the result, or null.</summary>
    public string? Output { get; init; }

    public bool Json { get; init; }

    /// <summary>True to print the result for crank's agent.</summary>
    public bool Crank { get; init; }
}
