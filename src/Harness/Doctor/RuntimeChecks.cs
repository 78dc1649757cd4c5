using System.Collections;
using System.Diagnostics;
using System.Reflection;
using FileTransfer.Strategies.Machine;
using static FileTransfer.Harness.Doctor.Finding;

namespace FileTransfer.Harness.Doctor;

/// <summary>Checks of .NET at both ends, and of what is attached to this process.</summary>
internal static class RuntimeChecks
{
    private static readonly string[] s_profilers = ["CORECLR_ENABLE_PROFILING", "DOTNET_ENABLE_PROFILING", "COR_ENABLE_PROFILING"];

    /// <summary>Variables that configure the runtime, at both ends.</summary>
    public static Finding Settings(ExaminedMachine machine) =>
        DifferentSettings(machine.Sender, machine.Planned.Receiver)
        ?? (machine.Sender.RuntimeSettings is { Count: > 0 } here
            ? Note(
                $"the runtime is set up by {string.Join(' ', here)}: figures of a program without that may differ",
                "unset them, if your program does not run with them")
            : Fine("no variable configures the runtime"));

    /// <summary>The limit of runtime settings that differ between the ends; null where they do not, or are unknown.</summary>
    public static Finding? DifferentSettings(MachineFacts sender, MachineFacts? receiver)
    {
        IReadOnlyList<string> here = sender.RuntimeSettings ?? [];
        return receiver?.RuntimeSettings is { } there && !here.SequenceEqual(there)
            ? Limit(
                "the runtime is set up differently at the two ends: "
                    + $"sender {List(here.Except(there))}, receiver {List(there.Except(here))}",
                "start both with the same DOTNET_ variables")
            : null;

        static string List(IEnumerable<string> settings) => string.Join(' ', settings.DefaultIfEmpty("none"));
    }

    /// <summary>The same runtime and the same build at both ends.</summary>
    public static Finding BothEnds(ExaminedMachine machine) =>
        DifferentPrograms(machine.Sender, machine.Planned.Receiver)
        ?? Fine(machine.Planned.Receiver is { } receiver
            ? $"both ends run {receiver.Runtime}, build {receiver.Commit}"
            : $"{machine.Sender.Runtime}; a run starts its server with the same");

    /// <summary>The limit of a runtime or a build that differs between the ends, with both values; null where neither does.</summary>
    public static Finding? DifferentPrograms(MachineFacts sender, MachineFacts? receiver)
    {
        if (receiver is null)
        {
            return null;
        }

        List<string> differences = [];
        if (receiver.Runtime != sender.Runtime)
        {
            differences.Add($"{sender.Runtime} sends and {receiver.Runtime} receives");
        }

        if (receiver.Commit != sender.Commit)
        {
            differences.Add($"build {sender.Commit} sends and {receiver.Commit} receives");
        }

        if (receiver.GarbageCollector != sender.GarbageCollector)
        {
            differences.Add($"the sender's garbage collector is {sender.GarbageCollector}, the receiver's {receiver.GarbageCollector}");
        }

        return differences.Count > 0
            ? Limit($"the two ends differ: {string.Join("; ", differences)}", "install the same at both ends")
            : null;
    }

    /// <summary>The garbage collector of this process.</summary>
    public static Finding GarbageCollector(ExaminedMachine machine)
    {
        string text = $"the garbage collector is {machine.Sender.GarbageCollector}";
        return machine.Sender.GarbageCollector.StartsWith("server", StringComparison.Ordinal)
            ? Note($"{text}: ways that allocate look better than in a program without it")
            : Fine(text);
    }

    /// <summary>How this program was built.</summary>
    /// <param name="machine">The machine.</param>
    /// <param name="program">The program's assembly.</param>
    public static Finding Build(ExaminedMachine machine, Assembly program) =>
        program.GetCustomAttribute<DebuggableAttribute>() is { IsJITOptimizerDisabled: true }
            ? Unfit("this is a debug build, which the JIT does not optimise", "dotnet build -c Release")
            : Uncommitted(machine.Sender.Commit) ?? Fine($"a release build of {machine.Sender.Commit}");

    /// <summary>The limit of a build with uncommitted changes; null for another.</summary>
    public static Finding? Uncommitted(string commit) => commit.EndsWith(MachineFacts.Uncommitted, StringComparison.Ordinal)
        ? Limit(
            $"the program was built with changes that were not committed ({commit}): nobody else can build it again",
            "commit them before you publish")
        : null;

    /// <summary>A debugger, a profiler or a tracer that is attached to this process.</summary>
    /// <param name="machine">The machine.</param>
    /// <param name="variables">The environment variables.</param>
    public static Finding Diagnostics(ExaminedMachine machine, IDictionary variables) => (
        s_profilers.FirstOrDefault(name => (string?)variables[name] == "1"),
        machine.Files.Word("/proc/self/status", "TracerPid")) switch
    {
        ({ } profiler, _) => Unfit($"a profiler is loaded into this process ({profiler}=1)", $"unset {profiler}"),
        (_, not (null or "0") and var tracer) =>
            Unfit($"process {tracer} traces this one, and stops it at every system call or signal", $"end process {tracer}"),
        _ when Debugger.IsAttached => Unfit("a debugger is attached to this process", "start it without one"),
        _ when (string?)variables["DOTNET_EnableEventPipe"] == "1" =>
            Limit("the runtime writes its events to a file (DOTNET_EnableEventPipe=1)", "unset DOTNET_EnableEventPipe"),
        _ => Fine("no debugger, profiler or tracer is attached"),
    };
}
