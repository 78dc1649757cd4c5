namespace FileTransfer.Senders.StrategyAssemblies;

/// <summary>The file of an assembly with strategies, as the processes of a run tell each other.</summary>
/// <param name="Path">Full path.</param>
/// <param name="Sha256">SHA-256 of its content, in hexadecimal.</param>
internal sealed record StrategyFile(string Path, string Sha256);
