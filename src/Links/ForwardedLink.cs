using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Links;

/// <summary>A link of our own: two TUN devices, and a thread for each direction that carries packets between them.</summary>
internal sealed class ForwardedLink : ILink
{
    private readonly Forwarder _toReceiver;
    private readonly Forwarder _toSender;

    /// <summary>Makes the devices and starts to forward.</summary>
    /// <param name="ends">The two ends; their data devices are made here.</param>
    /// <param name="spec">What the link does.</param>
    /// <param name="failed">Called when a device fails.</param>
    public ForwardedLink(LinkEnds ends, LinkSpec spec, Action<string> failed)
    {
        SafeFileHandle sender = ends.Sender.Run(() => TunDevice.Open(LinkEnds.Data));
        SafeFileHandle receiver = ends.Receiver.Run(() => TunDevice.Open(LinkEnds.Data));
        ends.RaiseData(spec.Mtu);
        _toReceiver = new Forwarder(sender, receiver, new Line(spec, direction: 0));
        _toSender = new Forwarder(receiver, sender, new Line(spec, direction: 1));
        _toReceiver.Start(failed);
        _toSender.Start(failed);
    }

    /// <inheritdoc/>
    public string Mechanism => "forwarder between two TUN devices, "
        + (_toReceiver.IsRealTime && _toSender.IsRealTime ? "with real-time priority" : "with normal priority");

    /// <inheritdoc/>
    public (LineCounters ToReceiver, LineCounters ToSender) Count() => (_toReceiver.Counters(), _toSender.Counters());

    /// <inheritdoc/>
    public (long[] ToReceiver, long[] ToSender) Lost() => (_toReceiver.Lost, _toSender.Lost);
}
