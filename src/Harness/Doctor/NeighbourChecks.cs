using System.Globalization;
using FileTransfer.Strategies.Machine;
using static System.FormattableString;
using static FileTransfer.Harness.Doctor.Finding;

namespace FileTransfer.Harness.Doctor;

/// <summary>Checks of what else runs on the machine.</summary>
internal static class NeighbourChecks
{
    /// <summary>Time in which something waited for the processors, for memory or for a disk: PSI of the kernel.</summary>
    /// <param name="resource">"cpu", "memory" or "io".</param>
    /// <param name="words">What was waited for.</param>
    public static Func<ExaminedMachine, Finding> Pressure(string resource, string words) => machine =>
    {
        if (machine.Growth(files => ResourcePressure.Seconds(files, resource)) is not { } waited)
        {
            return Unknown($"this kernel does not count how long something waits for {words} (PSI)");
        }

        double share = waited / machine.Seconds;
        return OfShare(
            share,
            mostFine: 0.1,
            mostUsable: 0.5,
            Invariant($"something waited for {words} in {share * 100:0} % of the time"),
            "end the other programs, or wait until they are done");
    };

    /// <summary>Processor time of other processes.</summary>
    /// <remarks>The load average still contains a run for a minute after its end. Processor time does not.</remarks>
    public static Finding OtherProcesses(ExaminedMachine machine)
    {
        const double MostFine = 0.15;
        if (ProcessorTime.Of(machine.Before, machine.ProcessId) is not { } before
            || ProcessorTime.Of(machine.Files, machine.ProcessId) is not { } after
            || after.All <= before.All)
        {
            return Unknown("this system does not tell what other processes use");
        }

        double share = after.ShareOfOthers(before);
        string busiest = share > MostFine && after.BusiestOther(before) is { } other
            ? Invariant($", most of it process {other.Id} ({other.Name})")
            : "";
        return OfShare(
            share,
            MostFine,
            mostUsable: 0.5,
            Invariant($"other processes used {share * 100:0} % of the {after.Processors} processors{busiest}"),
            "end them, or wait until they are done");
    }

    /// <summary>Interrupts that devices and other processors raise: the line "intr" of proc_stat(5).</summary>
    public static Finding Interrupts(ExaminedMachine machine)
    {
        const double Many = 20_000;
        if (machine.PerSecond(ProcessorTicks.Path, "intr") is not { } rate)
        {
            return Unknown("this system does not count interrupts");
        }

        string text = Invariant($"{rate:#,0} interrupts a second");
        return rate > Many
            ? Limit(
                text,
                "/proc/interrupts names their device; end what uses it, or keep them off a processor: /proc/irq/N/smp_affinity")
            : Fine(text);
    }

    /// <summary>The load average of the last minute: proc_loadavg(5).</summary>
    public static Finding Load(ExaminedMachine machine) => machine.Files.Text("/proc/loadavg")?.Split(' ')[0] switch
    {
        null => Unknown("this system has no load average"),
        var load when double.TryParse(load, CultureInfo.InvariantCulture, out double tasks) && tasks > machine.Sender.Cores =>
            Note($"the load of the last minute was {load}, more than the {machine.Sender.Cores} processors: something ran here just now"),
        var load => Fine($"the load of the last minute was {load}"),
    };
}
