using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Results.Analysis;

/// <summary>Says what proves transfers to and from servers of another make, which count nothing for us.</summary>
internal static class ProofNote
{
    /// <summary>The sentence; null for runs with servers of ours, whose counts and checksums prove every transfer.</summary>
    public static string? Of(RunResult run)
    {
        string[] proofs = [.. run.Measurements.Select(measurement => measurement.Dimensions.Proof).OfType<string>().Distinct()];
        return proofs.Length == 0 ? null : $"Proof: {string.Join("; ", proofs.Select(Words))}.";
    }

    /// <summary>A proof that a result names, in a word or two.</summary>
    public static string Word(string proof) => proof switch
    {
        StrategyDimensions.ClientProof => "counted by the client",
        StrategyDimensions.CountProof => "counted by the server in its answers",
        StrategyDimensions.ChecksumProof => "proven by the checksum in the server's answer",
        _ => "accepted by the server, not proven",
    };

    /// <summary>A proof that a result names, in words.</summary>
    public static string Words(string proof) => proof switch
    {
        StrategyDimensions.ClientProof =>
            "the length of every response and the checksum of responses chosen by chance, by the client's own count; the server counts "
                + "nothing",
        StrategyDimensions.CountProof =>
            "the server told in the answer to every upload how many bytes had arrived; nobody compared a checksum",
        StrategyDimensions.ChecksumProof =>
            "the server told in the answer to every upload a checksum of what had arrived, and it was that of the file",
        _ => "uploads were accepted, by the status of every answer, and not proven: nobody knows how many bytes arrived",
    };

    /// <summary>Who confirms the timed transfers of a run, to end a sentence that counts them.</summary>
    public static string Confirmation(IReadOnlyList<Measurement> measured)
    {
        string[] proofs = [.. measured.Select(measurement => measurement.Dimensions.Proof).OfType<string>().Distinct()];
        return proofs.Length == 0
            ? "every one confirmed by the receiver to its last byte"
            : $"every one {string.Join(" or ", proofs.Select(Word))}";
    }
}
