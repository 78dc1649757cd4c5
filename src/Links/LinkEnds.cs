using System.Globalization;

namespace FileTransfer.Links;

/// <summary>The two ends of a link: their namespaces, addresses and settings.</summary>
internal sealed class LinkEnds : IDisposable
{
    /// <summary>Name of the device that data goes through, at either end.</summary>
    public const string Data = "data";

    private const string Control = "control";

    /// <summary>Packets that a device may hold until they are taken: the queue of the specification is the link's own.</summary>
    private const int DeviceQueue = 10_000;

    /// <summary>Makes both namespaces and the second cable between them, over which everything goes that is no data.</summary>
    public LinkEnds()
    {
        Sender = NetworkNamespace.Create();
        try
        {
            Receiver = NetworkNamespace.Create();
            Sender.Run(Prepare);
            Receiver.Run(Prepare);
            Sender.Run(() => Ip($"link add {Control} type veth peer name {Control} netns {Receiver.File}"));
            Sender.Run(() => Raise(Control, LinkReady.SenderControlAddress, LinkReady.ReceiverControlAddress));
            Receiver.Run(() => Raise(Control, LinkReady.ReceiverControlAddress, LinkReady.SenderControlAddress));
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>Where the sender runs.</summary>
    public NetworkNamespace Sender { get; }

    /// <summary>Where the receiver runs.</summary>
    public NetworkNamespace Receiver { get; }

    /// <summary>Gives the data devices their addresses, and lets them work.</summary>
    public void RaiseData(int mtu)
    {
        string more = string.Create(CultureInfo.InvariantCulture, $"link set {Data} mtu {mtu} txqueuelen {DeviceQueue}\n");
        Sender.Run(() => Ip(more) + Raise(Data, LinkReady.SenderAddress, LinkReady.ReceiverAddress));
        Receiver.Run(() => Ip(more) + Raise(Data, LinkReady.ReceiverAddress, LinkReady.SenderAddress));
    }

    /// <summary>Runs commands of ip(8), one on each line, in the namespace of the calling thread.</summary>
    public static string Ip(string commands) => SystemProgram.Run("ip", ["-batch", "-"], commands + "\n");

    /// <inheritdoc/>
    public void Dispose()
    {
        Sender.Dispose();
        Receiver?.Dispose();
    }

    private static string Raise(string device, string own, string other) =>
        Ip($"addr add {own} peer {other} dev {device}\nlink set {device} up");

    /// <summary>In a new namespace, on its thread: no packets but those of a run, and no run that learns from the one before.</summary>
    private static string Prepare()
    {
        foreach ((string setting, string value) in ((string, string)[])
        [
            // Neighbour discovery would send packets of its own.
            ("ipv6/conf/all/disable_ipv6", "1"),
            ("ipv6/conf/default/disable_ipv6", "1"),
            // A connection would begin with the windows that losses left to its predecessor: tcp(7).
            ("ipv4/tcp_no_metrics_save", "1"),
        ])
        {
            string file = $"/proc/sys/net/{setting}";
            if (File.Exists(file))
            {
                File.WriteAllText(file, value);
            }
        }

        return Ip("link set lo up");
    }
}
