using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Commands;

/// <summary>What <c>load</c> measures at the address of a server of another make.</summary>
/// <param name="Client">The client, with the address.</param>
/// <param name="File">The file; null for generated ones.</param>
/// <param name="WasFetched">True when the file is that of the address, as it came before the load.</param>
internal sealed record ForeignLoad(StrategyDescriptor Client, SizedPayload? File, bool WasFetched)
{
    /// <summary>What every step is told, so that it does not fetch the file again.</summary>
    public IEnumerable<string> Words => WasFetched ? ["--file", File!.Payload.Path] : [];
}
