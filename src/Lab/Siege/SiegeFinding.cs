namespace FileTransfer.Lab.Siege;

/// <summary>What one part of a siege showed.</summary>
/// <param name="What">What was done to the server.</param>
/// <param name="Target">What was asked of it.</param>
/// <param name="Measured">What it did.</param>
/// <param name="IsMet">True when that is what was asked.</param>
internal sealed record SiegeFinding(string What, string Target, string Measured, bool IsMet);
