using System.Globalization;
using System.Net;
using System.Net.Sockets;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Strategies.Variants;

/// <summary>What can be made anew before each transfer.</summary>
internal static class Condition
{
    private const string Cold = "cold";
    private const string Gap = "gap";
    private const string Unit = "ms";
    private const int LongestGap = 1000;
    private const int Attempts = 100;
    private const double MostResident = 0.1;

    /// <summary>The condition that a suffix names, such as <c>cold</c> or <c>gap10ms</c>; null when it names none.</summary>
    public static Action<Payload>? Of(string suffix) =>
        suffix == Cold ? MakeCold : GapOf(suffix) is { } gap ? _ => Thread.Sleep(gap) : null;

    private static int? GapOf(string suffix) =>
        suffix.StartsWith(Gap, StringComparison.Ordinal) && suffix.EndsWith(Unit, StringComparison.Ordinal)
        && suffix.Length > Gap.Length + Unit.Length
        && int.TryParse(suffix[Gap.Length..^Unit.Length], NumberStyles.None, CultureInfo.InvariantCulture, out int gap)
        && gap is >= 1 and <= LongestGap
            ? gap
            : null;

    private static void MakeCold(Payload payload)
    {
        double? share = null;
        // Pages that sockets still lend from the transfer before cannot be dropped. The kernel takes them back when the processor that
        // lent them next handles a packet.
        for (int i = 0; i < Attempts; i++)
        {
            PageCache.Drop(payload.Path);
            share = PageCache.ResidentShare(payload.Path);
            if (share is not > MostResident)
            {
                return;
            }

            WakeNetwork();
            // A new thread begins on the processor with the least to do, which is another one.
            var elsewhere = new Thread(WakeNetwork);
            elsewhere.Start();
            elsewhere.Join();
            Thread.Sleep(1);
        }

        if (share > MostResident)
        {
            throw new TransferException(
                TransferErrorKind.Unsupported,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{share * 100:0.#} % of {payload.Path} stay in the page cache: "
                    + $"something maps or reads the file, or it is on a file system ")
                + "in memory; measure a file on a disk, with a strategy that does not keep it mapped");
        }
    }

    /// <summary>Sends a packet to itself.</summary>
    private static void WakeNetwork()
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _ = socket.SendTo([0], socket.LocalEndPoint!);
    }
}
