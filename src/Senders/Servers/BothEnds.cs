using System.Net;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Senders.Servers;

/// <summary>What both ends say of themselves, and what is between them.</summary>
/// <param name="Sender">This process and its machine.</param>
/// <param name="Receiver">What the server says.</param>
/// <param name="SenderCongestionControl">In force at the sender; null where it is not TCP.</param>
/// <param name="ReceiverCongestionControl">In force at the receiver; null where it is not TCP, or unknown.</param>
/// <param name="IsTcp">True for a receiver with an IP address.</param>
/// <param name="IsLoopback">True when nothing leaves this machine.</param>
internal sealed record BothEnds(
    MachineFacts Sender,
    ServerEnvironment Receiver,
    string? SenderCongestionControl,
    string? ReceiverCongestionControl,
    bool IsTcp,
    bool IsLoopback)
{
    /// <summary>Asks the server about itself and about its receiver for a transport.</summary>
    /// <exception cref="ServerException">There is no server, or it is not a FileTransfer server.</exception>
    public static async Task<BothEnds> AskAsync(
        ControlClient control, string transport, SenderOptions options, CancellationToken cancellationToken)
    {
        EndPoint endpoint = await control.FindEndpointAsync(transport, isVerifying: false, cancellationToken);
        ServerEnvironment receiver = await control.GetEnvironmentAsync(cancellationToken);
        var sender = MachineFacts.Collect();
        IPAddress? host = ReceiverAddress.HostOf(endpoint);
        return new BothEnds(
            sender,
            receiver,
            host is null ? null : options.CongestionControl ?? sender.DefaultCongestionControl,
            host is null ? null : receiver.CongestionControl,
            host is not null,
            host is null || IPAddress.IsLoopback(host));
    }
}
