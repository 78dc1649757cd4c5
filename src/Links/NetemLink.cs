using System.Globalization;
using System.Text.Json;
using FileTransfer.Results.Errors;

namespace FileTransfer.Links;

/// <summary>A link that the kernel makes: a cable of veth(4) with tc-netem(8) at both ends.</summary>
internal sealed class NetemLink : ILink
{
    private readonly LinkEnds _ends;

    /// <summary>Lays the cable and sets netem up.</summary>
    /// <exception cref="UsageException">The kernel has no netem, or an older one without some parameter.</exception>
    public NetemLink(LinkEnds ends, LinkSpec spec)
    {
        _ends = ends;
        // Without gso_max_segs netem would delay and lose 64 KiB at once.
        ends.Sender.Run(() => LinkEnds.Ip(
            $"link add {LinkEnds.Data} gso_max_segs 1 type veth peer name {LinkEnds.Data} gso_max_segs 1 netns {ends.Receiver.File}"));
        ends.RaiseData(spec.Mtu);
        ends.Sender.Run(() => SystemProgram.Run("tc", Arguments(spec, direction: 0)));
        ends.Receiver.Run(() => SystemProgram.Run("tc", Arguments(spec, direction: 1)));
    }

    /// <inheritdoc/>
    public string Mechanism => "netem of the kernel on both ends of a veth cable";

    /// <summary>Whether the kernel has netem; tried on the loopback device of the namespace, which must be a new one.</summary>
    public static bool IsThere() => SystemProgram.Try("tc", ["qdisc", "add", "dev", "lo", "root", "netem", "delay", "1ms"]).ExitCode == 0;

    /// <inheritdoc/>
    public (LineCounters ToReceiver, LineCounters ToSender) Count() => (_ends.Sender.Run(Read), _ends.Receiver.Run(Read));

    /// <inheritdoc/>
    public (long[] ToReceiver, long[] ToSender) Lost() => ([], []);

    /// <summary>Arguments of tc(8) that do what the specification says to packets which leave a device.</summary>
    internal static IReadOnlyList<string> Arguments(LinkSpec spec, int direction)
    {
        List<string> arguments = ["qdisc", "add", "dev", LinkEnds.Data, "root", "netem"];
        if (spec.DelayNanoseconds > 0)
        {
            arguments.AddRange(["delay", Text($"{spec.DelayNanoseconds / 1e3}us")]);
        }

        Add("loss", spec.Loss);
        Add("duplicate", spec.Duplicate);
        Add("reorder", spec.Reorder);
        if (spec.BitsPerSecond is { } rate)
        {
            arguments.AddRange(["rate", Text($"{rate}bit")]);
        }

        // netem counts packets that travel, too.
        long travelling = (spec.BitsPerSecond ?? 10_000_000_000) / 8 * spec.DelayNanoseconds / 1_000_000_000 / spec.Mtu;
        arguments.AddRange(["limit", Text($"{spec.Queue + travelling}")]);
        arguments.AddRange(["seed", Text($"{(spec.Seed * 2) + direction}")]);
        return arguments;

        void Add(string what, double share)
        {
            if (share > 0)
            {
                arguments.AddRange([what, LinkQuantity.Text(share)]);
            }
        }
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);

    /// <summary>netem tells what it passed on and what it dropped, for whatever reason.</summary>
    private static LineCounters Read()
    {
        using var json = JsonDocument.Parse(SystemProgram.Run("tc", ["-s", "-j", "qdisc", "show", "dev", LinkEnds.Data]));
        JsonElement netem = json.RootElement.EnumerateArray().First(one => one.GetProperty("kind").GetString() == "netem");
        (long passed, long dropped) = (netem.GetProperty("packets").GetInt64(), netem.GetProperty("drops").GetInt64());
        return new LineCounters { Offered = passed + dropped, Forwarded = passed, Lost = dropped };
    }
}
