using FileTransfer.Strategies.Machine;
using static System.FormattableString;
using static FileTransfer.Harness.Doctor.Finding;

namespace FileTransfer.Harness.Doctor;

/// <summary>Checks of the processors and of what they tell about themselves.</summary>
internal static class ProcessorChecks
{
    public const string ThrottleCounts = $"{Processors}/cpu*/thermal_throttle/*_throttle_count";

    private const string Processors = "/sys/devices/system/cpu";

    /// <summary>A program that imitates the system or the processor, such as wine or qemu.</summary>
    public static Finding Emulation(ExaminedMachine machine) => machine.Sender.Emulation is { } imitation
        ? Unfit($"{imitation} imitates this system: no time that is measured here is a figure of any machine",
            "measure on a system of its own")
        : Fine("system and processor are what they seem: neither wine nor qemu");

    /// <summary>CPU time that the hypervisor gives to other machines: "steal" of proc_stat(5).</summary>
    public static Finding Steal(ExaminedMachine machine)
    {
        if (ProcessorTicks.Of(machine.Before) is not { } before || ProcessorTicks.Of(machine.Files) is not { } after)
        {
            return Unknown("this system does not count the time that a hypervisor takes");
        }

        double all = after.All - before.All;
        double share = all > 0 ? (after.Steal - before.Steal) / all : 0;
        return OfShare(
            share,
            mostFine: 0.01,
            mostUsable: 0.05,
            Invariant($"the hypervisor took {share * 100:0.#} % of the CPU time"),
            "measure at another hour, or on a machine of your own");
    }

    /// <summary>A clock frequency that rises while the processor is cool and few cores work: turbo, boost.</summary>
    public static Finding Turbo(ExaminedMachine machine)
    {
        const string NoTurbo = $"{Processors}/intel_pstate/no_turbo";
        const string Boost = $"{Processors}/cpufreq/boost";
        const string Changing = "the processor raises its clock frequency while it is cool and few cores work, so figures drift with heat";
        return (machine.Files.Text(NoTurbo), machine.Files.Text(Boost)) switch
        {
            ("0", _) => Limit(Changing, $"echo 1 > {NoTurbo}"),
            (null, "1") => Limit(Changing, $"echo 0 > {Boost}"),
            (null, null) => Unknown("this system does not tell whether the clock frequency is boosted; a hypervisor hides it"),
            _ => Fine("the clock frequency is not boosted"),
        };
    }

    /// <summary>Hardware threads that share a core (SMT).</summary>
    public static Finding Smt(ExaminedMachine machine)
    {
        string[] siblings = [.. machine.Files.Matching($"{Processors}/cpu*/topology/thread_siblings_list")
            .Select(path => machine.Files.Text(path)!)];
        string[] shared = [.. siblings
            .Where(text => ProcessorList.TryParse(text, out IReadOnlyList<int> threads) && threads.Count > 1)
            .Distinct()];
        return shared.Length > 0
            ? Limit(
                $"processors {string.Join(" and ", shared.Take(4))}{(shared.Length > 4 ? ", …" : "")} are hardware "
                    + "threads of one core each: what runs on one slows its sibling down",
                $"--affinity split --cpus A,B with processors of two cores; or echo off > {Processors}/smt/control")
            : siblings.Length > 0 || machine.Files.Text($"{Processors}/smt/active") == "0"
                ? Fine("no two processors share a core")
                : Unknown("this system does not tell which processors share a core");
    }

    /// <summary>What chooses the clock frequency of each processor.</summary>
    public static Finding Governor(ExaminedMachine machine)
    {
        IReadOnlyList<string> governors = machine.Files.Matching($"{Processors}/cpu*/cpufreq/scaling_governor");
        if (governors.Count == 0)
        {
            return Unknown("this system does not tell what chooses the clock frequency; a hypervisor hides it");
        }

        string[] others = [.. governors.Concat(machine.Files.Matching($"{Processors}/cpu*/cpufreq/energy_performance_preference"))
            .Select(path => (Processor: path.Split('/')[5], Value: machine.Files.Text(path)))
            .Where(one => one.Value != "performance")
            .Select(one => $"{one.Processor} {one.Value}")];
        return others.Length == 0
            ? Fine("every processor is asked for its highest clock frequency")
            : Limit(
                $"the clock frequency follows the load: {string.Join(", ", others.Take(4))}{(others.Length > 4 ? ", …" : "")}",
                "cpupower frequency-set -g performance");
    }

    /// <summary>A processor that slows down because it is hot.</summary>
    public static Finding Throttling(ExaminedMachine machine)
    {
        IReadOnlyList<string> counts = machine.Files.Matching(ThrottleCounts);
        if (counts.Count == 0)
        {
            return Unknown("this system does not count thermal throttling; a hypervisor hides it");
        }

        double before = counts.Sum(path => machine.Before.Number(path) ?? 0);
        double after = counts.Sum(path => machine.Files.Number(path) ?? 0);
        const string Remedy = "cool the machine, or lower its clock frequency: cpupower frequency-set -u FREQUENCY";
        return after > before
            ? Unfit(
                Invariant($"the processor slowed down {after - before} times within {machine.Seconds:0.#} s, because it is hot"),
                Remedy)
            : after > 0
                ? Limit(Invariant($"the processor has slowed down {after} times since it was started, because it was hot"), Remedy)
                : Fine("the processor has never slowed down because of heat");
    }

    /// <summary>Where the time is read from, and what reading it costs.</summary>
    public static Finding Clock(ExaminedMachine machine)
    {
        const double MostNanoseconds = 200;
        const string Folder = "/sys/devices/system/clocksource/clocksource0/";
        string? source = machine.Files.Text($"{Folder}current_clocksource");
        double price = machine.Trials.TimestampNanoseconds;
        string cost = Invariant($"a timestamp costs {price:0} ns, and a transfer needs three");
        return source is "hpet" or "acpi_pm" or "jiffies" or "pit" or "refined-jiffies" || price > MostNanoseconds
            ? Limit(
                $"the kernel reads the time from '{source ?? "an unknown source"}', which is slow or coarse",
                $"echo SOURCE > {Folder}current_clocksource, one of: {machine.Files.Text($"{Folder}available_clocksource") ?? "unknown"}",
                cost)
            : Fine($"the time comes from '{source ?? "the system"}'", cost);
    }

    /// <summary>Protections against flaws of the processor, which make system calls dearer.</summary>
    public static Finding Mitigations(ExaminedMachine machine)
    {
        IReadOnlyList<string> flaws = machine.Files.Matching($"{Processors}/vulnerabilities/*");
        string? cost = machine.Trials.SystemCallNanoseconds is { } price
            ? Invariant($"a short system call (getrusage) costs {price:0} ns")
            : null;
        if (flaws.Count == 0)
        {
            return Unknown("this system does not tell which protections are in force", cost);
        }

        string[] mitigated = [.. flaws
            .Where(path => machine.Files.Text(path)!.Contains("Mitigation", StringComparison.Ordinal))
            .Select(path => path[(path.LastIndexOf('/') + 1)..])];
        return mitigated.Length == 0
            ? Fine("no protection against flaws of the processor is in force", cost)
            : Note(
                $"protections against flaws of the processor are in force ({string.Join(", ", mitigated)}): on a machine without them, "
                    + "ways that need many system calls look better",
                cost: cost);
    }

    /// <summary>Processors that the scheduler leaves free for those who pin themselves there.</summary>
    public static Finding Isolation(ExaminedMachine machine) => machine.Files.Text($"{Processors}/isolated") switch
    {
        null => Unknown("this system does not tell which processors are isolated"),
        "" => Fine("no processor is isolated: the scheduler uses all of them"),
        var isolated when ProcessorList.TryParse(isolated, out IReadOnlyList<int> numbers) && numbers.Any(machine.Processors.Contains) =>
            Limit(
                $"processors {isolated} are isolated: the scheduler moves nothing there, so both ends crowd on the others",
                $"--affinity split --cpus {isolated}"),
        var isolated => Note($"processors {isolated} are isolated, and this process may not use them"),
    };

    /// <summary>
    /// The processors that this process may use, of those that there are: sched_setaffinity(2), cpuset(7), and groups of Windows.
    /// </summary>
    public static Finding Affinity(ExaminedMachine machine)
    {
        string allowed = ProcessorList.Text(machine.Processors);
        if (machine.Windows is { ProcessorGroups: > 1 } windows)
        {
            return Note(Invariant($"the machine has {windows.ProcessorGroups} groups of processors; --cpus pins within the group of this ")
                + $"process: {allowed}");
        }

        return machine.Processors.Count == 1
            ? Limit(
                $"both ends, and whatever else runs, share processor {allowed}: what they could do at the same time they do in turn",
                "taskset, or the cpuset of the container")
            : ProcessorList.Online(machine.Files) is { } online && machine.Processors.Count < online.Count
                ? Note($"this process may use processors {allowed} of {ProcessorList.Text(online)}")
                : Fine($"this process may use every processor: {allowed}");
    }

    /// <summary>Memory that is nearer to some processors than to others (NUMA).</summary>
    public static Finding Numa(ExaminedMachine machine) => machine.Files.Matching("/sys/devices/system/node/node*/cpulist").Count switch
    {
        0 => Unknown("this system does not tell how far its memory is"),
        1 => Fine("all memory is equally near"),
        int nodes => Limit(
            Invariant($"the machine has {nodes} memory nodes: a page cache or a buffer on another node is slower"),
            "numactl --cpunodebind 0 --membind 0, for both ends"),
    };
}
