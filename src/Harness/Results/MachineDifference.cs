using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Results;

/// <summary>What makes launches of two senders no launches of one run.</summary>
/// <param name="Fact">What it is, to be read at the beginning or in the middle of a sentence.</param>
/// <param name="Before">What it was.</param>
/// <param name="Now">What it is.</param>
internal sealed record MachineDifference(string Fact, object Before, object Now)
{
    /// <summary>The first difference between the machine and process of an earlier sender and those of a later one; null when there is none that matters.</summary>
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
        ];
        return facts.FirstOrDefault(fact => !fact.Before.Equals(fact.Now));
    }
}
