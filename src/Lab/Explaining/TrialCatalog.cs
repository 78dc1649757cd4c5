using FileTransfer.Results.Explaining;

namespace FileTransfer.Lab.Explaining;

/// <summary>Every cause that can be put in, each at three strengths.</summary>
internal static class TrialCatalog
{
    /// <summary>The strengths, the weakest first.</summary>
    public static readonly IReadOnlyList<string> Strengths = [Weak, Medium, "strong"];

    private const string Weak = "weak";
    private const string Medium = "medium";

    private static Dictionary<string, string> Usual =>
        new() { ["--strategy"] = "send-file", ["--size"] = "1M", ["--affinity"] = "same" };

    /// <summary>All of them, pairs and the case without a cause included.</summary>
    public static IReadOnlyList<Trial> All { get; } = Make();

    /// <summary>
    /// True when a cause may be used to tune <c>explain</c>; the others are run once, at the end, and told as they are. The split was made
    /// before the first trial.
    /// </summary>
    public static bool IsForTuning(Trial trial) => trial.Causes.All(
        cause => cause is CauseId.CongestionControl or CauseId.ReadSize or CauseId.IdleGap or CauseId.Neighbour
            or CauseId.ReceiverPause or CauseId.ColdCache or CauseId.NetworkLoss or CauseId.Collections);

    private static Trial[] Make()
    {
        Trial[] single =
        [
            // A setting of the case.
            .. Of(CauseId.CongestionControl, at => new() { ["--congestion-control"] = "bbr", ["--size"] = at("100K", "1M", "10M") }),
            .. Of(CauseId.ReadSize, at => new() { ["--receiver-buffer"] = at("64K", "16K", "4K") }),
            .. Of(CauseId.ReceiveBuffer, at => new() { ["--socket-buffer"] = at("128K", "32K", "8K") }),
            .. Of(CauseId.SendBuffer, at => new() { ["--strategy"] = $"send-file@sndbuf{at("128K", "32K", "8K")}" }),
            .. Of(CauseId.IdleGap, at => new() { ["--strategy"] = $"send-file@gap{at("5ms", "20ms", "50ms")}", ["--size"] = "100K" }),
            .. Of(CauseId.Nagle, at => new() { ["--no-delay"] = "off", ["--size"] = at("100K", "10K", "1K") }),
            .. Of(CauseId.Alignment, at => new() { ["--strategy"] = "read-write-64k", ["--buffer-offset"] = at("2048", "512", "1") }),
            .. Of(CauseId.NetworkLoss, at => Linked($"rtt=0ms,loss={at("0.1%", "0.5%", "2%")}"))
                .Select(trial => trial with { PlainOptions = new() { ["--link"] = "rtt=0ms" } }),
            .. Of(CauseId.NetworkDelay, at => Linked($"rtt={at("1ms", "5ms", "25ms")}"))
                .Select(trial => trial with { PlainOptions = new() { ["--link"] = "rtt=0ms" } }),
            // It leaves 4352 bytes behind with each transfer.
            .. Of(CauseId.Collections, _ => new() { ["--strategy"] = "read-write-1k", ["--size"] = "1K" })
                .Select(trial => trial with
                {
                    Environment = new() { ["DOTNET_GCgen0size"] = In(trial.Strength)("100000", "40000", "10000") },
                }),
            // Code that is never optimised costs the same for each transfer. Without PGO alone read-write-1k took 1.3 to 1.7 % longer.
            .. Of(CauseId.Compilation, at => new() { ["--strategy"] = "copy-to-async", ["--size"] = at("256K", "64K", "1K") })
                .Select(trial => trial with
                {
                    Environment = new() { ["DOTNET_ReadyToRun"] = "0", ["DOTNET_TC_CallCountThreshold"] = "1000000" },
                }),

            // From outside.
            .. Beside(CauseId.Neighbour, at => Disturbances.Neighbour(at(0.2, 0.5, 1))),
            .. Beside(CauseId.ReceiverPause, at => Disturbances.ReceiverPauses(TimeSpan.FromMilliseconds(at(2, 5, 20)))),
            .. Beside(CauseId.Quota, at => Disturbances.Quota(at(0.9, 0.6, 0.3))),
            .. Beside(CauseId.Migration, at => Disturbances.Migrations(TimeSpan.FromMilliseconds(at(100, 20, 5))))
                // A sender that polls does not wait for the receiver, whatever both do to each other's places.
                .Select(trial => trial.In(new() { ["--wait"] = "poll", ["--affinity"] = "none" }))
                .Select(trial => trial with { PlainOptions = new() { ["--affinity"] = "split" } }),
            .. Beside(CauseId.ColdCache, at => Disturbances.Evictions(TimeSpan.FromMilliseconds(at(100, 30, 5)))),
            // A file that is in memory does not meet a writer.
            .. Beside(CauseId.DiskWriter, at => Disturbances.DiskWriter(TimeSpan.FromMilliseconds(at(1800, 600, 200))))
                .Select(trial => trial.In(new() { ["--strategy"] = "direct-read", ["--cache"] = "direct", ["--affinity"] = "split" })),
        ];

        // Pairs whose cases go together: a setting and something from outside.
        Trial[] pairs =
        [
            .. from strength in Strengths
               from names in (string[][])
               [
                   [CauseId.ReadSize, CauseId.Neighbour], [CauseId.CongestionControl, CauseId.ReceiverPause],
                   [CauseId.ReceiveBuffer, CauseId.ColdCache], [CauseId.Alignment, CauseId.Neighbour],
               ]
               select One(single, names[0], strength).With(One(single, names[1], strength)),
        ];
        return
        [
            .. single,
            .. pairs,
            new Trial([], "", Usual),
        ];
    }

    private static Trial One(Trial[] trials, string cause, string strength) =>
        trials.Single(trial => trial.Causes[0] == cause && trial.Strength == strength);

    private static IEnumerable<Trial> Of(string cause, Func<ByStrength<string>, Dictionary<string, string>> options) =>
        Strengths.Select(strength => new Trial([cause], strength, Trial.Joined(Usual, options(In(strength)))));

    private static IEnumerable<Trial> Beside(string cause, Func<ByStrength<double>, Disturb> disturb) =>
        Strengths.Select(strength => new Trial([cause], strength, Usual)
        {
            Beside = [disturb((weak, medium, strong) => strength switch { Weak => weak, Medium => medium, _ => strong })],
        });

    private static ByStrength<string> In(string strength) =>
        (weak, medium, strong) => strength switch { Weak => weak, Medium => medium, _ => strong };

    private static Dictionary<string, string> Linked(string link) =>
        new() { ["--link"] = link, ["--size"] = "256K", ["--affinity"] = "none" };

    /// <summary>A value for each strength.</summary>
    private delegate T ByStrength<T>(T weak, T medium, T strong);
}
