namespace FileTransfer.Results;

/// <summary>A processor that one end of a run was pinned to.</summary>
/// <param name="End"><c>sender</c> or <c>receiver</c>.</param>
/// <param name="Processor">Its number, as the kernel counts.</param>
/// <param name="Siblings">The other hardware threads of its core (SMT), none where it has no other; null where that is not known.</param>
internal sealed record PinnedProcessor(string End, int Processor, IReadOnlyList<int>? Siblings)
{
    /// <summary>The end that sends.</summary>
    public const string Sender = "sender";

    /// <summary>The end that drains.</summary>
    public const string Receiver = "receiver";
}
