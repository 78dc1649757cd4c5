namespace FileTransfer.Strategies.Contracts;

/// <summary>What is agreed with an HTTP server of another make, for all requests to it.</summary>
public sealed record UrlOptions
{
    /// <summary>Header lines that every request has beside its own, such as <c>Authorization: Basic …</c>.</summary>
    /// <remarks>Not recorded with results: they may be secrets.</remarks>
    public IReadOnlyList<string> Headers { get => field ?? []; init; } = [];

    /// <summary>True to accept any certificate.</summary>
    public bool IsInsecure { get; init; }

    /// <summary>Statuses with which the server accepts an upload.</summary>
    /// <remarks>200, 201 and 204 by default.</remarks>
    public IReadOnlyList<int> Expected { get => field ?? s_accepted; init; } = s_accepted;

    /// <summary>Where the answer to an upload tells what arrived; null when its status is all that counts.</summary>
    public UploadProof? Proof { get; init; }

    private static readonly int[] s_accepted = [200, 201, 204];
}
