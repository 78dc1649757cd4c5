using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Variants;

/// <summary>A pause before each transfer.</summary>
/// <param name="milliseconds">Its length.</param>
internal sealed class Pause(int milliseconds) : ICondition
{
    /// <inheritdoc/>
    public void Make(Payload payload) => Thread.Sleep(milliseconds);
}
