namespace FileTransfer.Results;

/// <summary>The simulated link of a run.</summary>
/// <param name="Specification">What it does to packets, as <c>--link</c> takes it.</param>
/// <param name="Seed">Seed by which it chooses packets.</param>
/// <param name="Mechanism">What makes it, in words.</param>
internal sealed record LinkFacts(string Specification, long Seed, string Mechanism);
