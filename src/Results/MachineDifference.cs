using FileTransfer.Strategies.Machine;

namespace FileTransfer.Results;

/// <summary>A difference between two senders that forbids putting their launches into one run.</summary>
/// <param name="Fact">Name of the differing fact, as part of a sentence.</param>
/// <param name="Before">Its earlier value.</param>
/// <param name="Now">Its present value.</param>
internal sealed record MachineDifference(string Fact, object Before, object Now)
{
    /// <summary>The first relevant difference between the machines and processes of two senders; null when there is none.</summary>
    public static MachineDifference? First(MachineFacts before, MachineFacts now)
    {
        MachineDifference[] facts =
        [
            new("the build (commit)", before.Commit, now.Commit),
            new("the processor", before.Processor, now.Processor),
            new("the number of cores", before.Cores, now.Cores),
            new("the operating system", before.OperatingSystem, now.OperatingSystem),
            new("the kernel", before.Kernel, now.Kernel),
            new("the version of .NET", before.Runtime, now.Runtime),
            new("the garbage collector", before.GarbageCollector, now.GarbageCollector),
            new("the runtime settings", Settings(before), Settings(now)),
        ];
        return facts.FirstOrDefault(fact => !fact.Before.Equals(fact.Now));
    }

    private static string Settings(MachineFacts machine) => string.Join(' ', (machine.RuntimeSettings ?? []).DefaultIfEmpty("none"));
}
