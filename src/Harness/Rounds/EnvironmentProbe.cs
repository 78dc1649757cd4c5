using System.Globalization;
using FileTransfer.Harness.Doctor;
using FileTransfer.Links;
using FileTransfer.Results;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Servers;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Rounds;

/// <summary>Collects the environment of a run and its warnings.</summary>
internal static class EnvironmentProbe
{
    /// <summary>What a network between the ends means.</summary>
    public const string OverNetwork = "the ends talk over a network: its speed and its other traffic are part of every figure";

    private const string Insecure = "--insecure was used: no certificate was checked, so nobody knows whose server answered";

    private const long SmallFile = 64 << 10;

    /// <summary>Checks of the doctor whose limits are warnings of a run; what makes a machine unfit always is.</summary>
    private static readonly string[] s_told = ["steal", "throttling", "governor", "other-processes", "cpu-quota", "swap", "both-ends"];

    /// <summary>The environment of both ends; asks a running server about its own.</summary>
    /// <exception cref="ServerException">There is no server, or it is not a FileTransfer server.</exception>
    public static async Task<RunEnvironment> CollectAsync(RunPlan plan, Uri server, CancellationToken cancellationToken)
    {
        // Measured before both ends start to work.
        CounterReadings? counters = plan.IsBrief ? null : await Examination.ReadCountersAsync(cancellationToken);
        using var control = new ControlClient(server);
        BothEnds ends = await BothEnds.AskAsync(control, plan.UsedTransports[0], plan.Sender, cancellationToken);
        LinkFacts? link = Link();
        var found = new RunEnvironment
        {
            Sender = ends.Sender,
            Receiver = ends.Receiver.Machine,
            SenderCongestionControl = ends.SenderCongestionControl,
            ReceiverCongestionControl = ends.ReceiverCongestionControl,
            ReceiverWait = ends.Receiver.Wait,
            PayloadFileSystem = FileSystemOf(plan.Payloads[0].Payload.Path),
            Loopback = ends.IsLoopback,
            Link = link,
            Path = ends.IsTcp ? await PathProbe.MeasureAsync(control, plan.Sender, ends.IsLoopback, cancellationToken) : null,
            Pinned = Pinned(
                plan.Sender.SenderCpu, ends.Receiver.Cpu, isOneMachine: ends.IsLoopback || link is not null, SmtSiblings.OfThisMachine),
            MemoryCopyGBps = MemoryCopySpeed.MeasureGBps(),
            Doctor = counters is null
                ? null
                : new Examinations(Examination.Of(counters, Planned(plan, ends.Receiver.Machine, ends.IsLoopback)), After: null),
            EmptyRoundTrips = await EmptyFrame.MeasureAsync(control, plan.UsedTransports, plan.Sender, cancellationToken),
            Warnings = [],
        };
        found = plan.IsForeign ? WithoutServer(plan, found) : found;
        return found with { Warnings = [.. Warnings(plan, found)] };
    }

    /// <summary>
    /// The environment of a run with servers of another make, of which nothing is known. The server of the run was asked to learn about
    /// this machine.
    /// </summary>
    private static RunEnvironment WithoutServer(RunPlan plan, RunEnvironment found)
    {
        bool isLoopback = plan.Strategies.All(strategy => strategy.Dimensions.Url is not { } url || new Uri(url).IsLoopback);
        return found with
        {
            Receiver = null,
            ReceiverCongestionControl = null,
            ReceiverWait = null,
            Loopback = isLoopback,
            Path = null,
            // Of another machine, nothing is known that would be the cost of the path.
            EmptyRoundTrips = isLoopback ? found.EmptyRoundTrips : [],
        };
    }

    /// <summary>The simulated link of this process; null without one.</summary>
    public static LinkFacts? Link() => LinkReady.Current is { } link
        ? new LinkFacts(link.Specification, LinkSpec.Parse(link.Specification).Seed, link.Mechanism)
        : null;

    /// <summary>What accepting any certificate means; null when the server had to have one that this machine trusts.</summary>
    public static string? Unchecked(SenderOptions sender) => sender.Url.IsInsecure ? Insecure : null;

    /// <summary>True for what <see cref="Unchecked"/> says.</summary>
    public static bool IsOfUnchecked(string warning) => warning == Insecure;

    private static IEnumerable<string> Warnings(RunPlan plan, RunEnvironment environment)
    {
        if (environment.Loopback && (environment.SenderCongestionControl == "bbr" || environment.ReceiverCongestionControl == "bbr"))
        {
            yield return "TCP congestion control is bbr, which is slow and unsteady over loopback; compare with --congestion-control cubic";
        }

        if (!plan.IsForeign
            && DifferentCongestionControl(environment.SenderCongestionControl, environment.ReceiverCongestionControl) is { } congestion)
        {
            yield return congestion;
        }

        if (!environment.Loopback && environment.Link is null)
        {
            yield return OverNetwork;
        }

        if (plan.IsForeign && Unchecked(plan.Sender) is { } uncheckedServer)
        {
            yield return uncheckedServer;
        }

        if (!plan.Sender.NoDelay)
        {
            yield return "Nagle's algorithm is on: a header sent on its own waits for the delayed "
                + "acknowledgement of the frame before, about 40 ms; use --no-delay on";
        }

        if (plan.Sender.Affinity == CpuAffinity.None
            && environment.Loopback
            && plan.Payloads.Any(payload => payload.Payload.Length < SmallFile))
        {
            yield return "files under 64K depend on where the kernel puts the two ends; --affinity same compares the methods themselves";
        }

        if (SharedCore(environment.Pinned) is { } shared)
        {
            yield return shared;
        }

        if (SlowClock(environment.Sender.ClockSource) is { } clock)
        {
            yield return clock;
        }

        if (RuntimeChecks.DifferentSettings(environment.Sender, environment.Receiver) is { } settings)
        {
            yield return settings.Sentence;
        }

        if (RuntimeChecks.Uncommitted(environment.Sender.Commit) is { } uncommitted)
        {
            yield return uncommitted.Sentence;
        }

        foreach (string told in Told(environment.Doctor?.Before ?? []))
        {
            yield return told;
        }
    }

    /// <summary>What the doctor finds of a run's machine now.</summary>
    public static async Task<IReadOnlyList<Diagnosis>> ExamineAsync(
        RunPlan plan,
        RunEnvironment environment,
        CancellationToken cancellationToken) =>
        Examination.Of(await Examination.ReadCountersAsync(cancellationToken), Planned(plan, environment.Receiver, environment.Loopback));

    /// <summary>Warnings of what the doctor found before a run.</summary>
    internal static IEnumerable<string> Told(IReadOnlyList<Diagnosis> found) => found
        .Where(one => one.Severity == Severity.Unfit || (one.Severity == Severity.Limit && s_told.Contains(one.Check)))
        .Select(one => $"before the run began, {one.Text}{(one.Remedy is { } remedy ? $"; {remedy}" : "")}");

    private static PlannedMeasurement Planned(RunPlan plan, MachineFacts? receiver, bool isLoopback) => new()
    {
        Receiver = receiver,
        Payload = plan.Payloads[0].Payload.Path,
        CongestionControl = plan.Sender.CongestionControl,
        IsLoopback = isLoopback,
    };

    /// <summary>The processors that the ends are pinned to; null when neither is pinned.</summary>
    /// <param name="sender">The sender's processor, or null.</param>
    /// <param name="receiver">The receiver's processor as the receiver reports it, or null.</param>
    /// <param name="isOneMachine">Whether the receiver runs on this machine, whose kernel knows the siblings of its processor.</param>
    /// <param name="siblings">The hardware threads of this machine's cores.</param>
    internal static IReadOnlyList<PinnedProcessor>? Pinned(int? sender, int? receiver, bool isOneMachine, SmtSiblings siblings)
    {
        List<PinnedProcessor> pinned = [];
        if (sender is { } first)
        {
            pinned.Add(new PinnedProcessor(PinnedProcessor.Sender, first, siblings.Of(first)));
        }

        if (receiver is { } second)
        {
            pinned.Add(new PinnedProcessor(PinnedProcessor.Receiver, second, isOneMachine ? siblings.Of(second) : null));
        }

        return pinned.Count > 0 ? pinned : null;
    }

    /// <summary>Warning of two ends on two hardware threads of one core.</summary>
    internal static string? SharedCore(IReadOnlyList<PinnedProcessor>? pinned) =>
        pinned is [var sender, { Siblings: { } besideReceiver } receiver] && besideReceiver.Contains(sender.Processor)
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"sender and receiver are pinned to processors {sender.Processor} and {receiver.Processor}, two hardware threads (SMT) of ")
                + "one core: each slows the other down; name processors of two cores with --cpus"
            : null;

    /// <summary>Warning of a clock source that needs a system call, or microseconds, per reading.</summary>
    internal static string? SlowClock(string? source) => source is "hpet" or "acpi_pm" or "jiffies" or "pit" or "refined-jiffies"
        ? $"the kernel reads the time from '{source}', which takes about a microsecond or is coarse; "
            + "choose a faster one (/sys/devices/system/clocksource/clocksource0/available_clocksource)"
        : null;

    /// <summary>Warning of congestion control that differs between the ends.</summary>
    internal static string? DifferentCongestionControl(string? sender, string? receiver) => sender == receiver
        ? null
        : $"congestion control differs: sender {sender}, receiver {receiver}; give both ends the same --congestion-control";

    private static string FileSystemOf(string path) => DriveInfo.GetDrives()
        .Where(drive => path.StartsWith(drive.RootDirectory.FullName, StringComparison.Ordinal))
        .OrderByDescending(drive => drive.RootDirectory.FullName.Length)
        .Select(drive => drive.DriveFormat)
        .FirstOrDefault() ?? "unknown";
}
