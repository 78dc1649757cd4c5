namespace FileTransfer.Lab.LinkProof;

/// <summary>What a simulated link was asked to do, and what it did.</summary>
/// <param name="What">What was asked of it.</param>
/// <param name="Target">How well it has to do it.</param>
/// <param name="Measured">How well it did.</param>
/// <param name="IsMet">Whether that is good enough.</param>
internal sealed record LinkFinding(string What, string Target, string Measured, bool IsMet);
