using FileTransfer.Strategies.Wire;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>What a lying server writes in the place of an acknowledgement, and whether it ends the connection then.</summary>
/// <param name="Bytes">What it writes.</param>
/// <param name="Ends">True when it closes the connection behind that.</param>
/// <param name="Resets">True when it does so by a reset, as a process that dies.</param>
internal sealed record RelayedAnswer(byte[] Bytes, bool Ends = false, bool Resets = false)
{
    /// <summary>One acknowledgement.</summary>
    public static RelayedAnswer Of(Acknowledgement acknowledgement)
    {
        byte[] bytes = new byte[Acknowledgement.Size];
        acknowledgement.Write(bytes);
        return new RelayedAnswer(bytes);
    }

    /// <summary>The same acknowledgement twice.</summary>
    public static RelayedAnswer TwiceOf(Acknowledgement acknowledgement)
    {
        byte[] once = Of(acknowledgement).Bytes;
        return new RelayedAnswer([.. once, .. once]);
    }
}
