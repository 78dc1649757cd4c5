namespace FileTransfer.Strategies.Control;

/// <summary>
/// The server's answer to <c>POST /barrier/NAME</c>, the same for all parties but for their places, given when the last of them has come.
/// </summary>
/// <param name="StartUtc">When all parties start: an instant in the near future, by the server's clock.</param>
/// <param name="Parties">Number of parties.</param>
/// <param name="ClaimedFrames">Sum of the frames that the parties say they delivered.</param>
/// <param name="ClaimedBytes">Sum of the bytes that the parties say they delivered.</param>
/// <param name="Stats">Totals of the server when the last party came.</param>
/// <param name="Place">Number of this party among all, from 0, by which they can share out work.</param>
public sealed record BarrierAnswer(
    DateTimeOffset StartUtc, int Parties, long ClaimedFrames, long ClaimedBytes, ServerStats Stats, int Place = 0);
