using FileTransfer.Results;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Doctor;

/// <summary>Looks at one thing that can spoil a measurement. It changes nothing.</summary>
/// <param name="Group">What it belongs to, such as "processor".</param>
/// <param name="Name">Its name: a stable key, such as "steal".</param>
/// <param name="Examine">Says what is wrong, or that nothing is.</param>
/// <param name="Counters">
/// Files that are read at the start and at the end of the examination, because what counts is their difference; <c>*</c> stands for any
/// part of one name. The system's files say where some of them are.
/// </param>
internal sealed record Check(
    string Group,
    string Name,
    Func<ExaminedMachine, Finding> Examine,
    Func<SystemFiles, IReadOnlyList<string>> Counters)
{
    /// <summary>A check whose counters are in the same files everywhere.</summary>
    public Check(string group, string name, Func<ExaminedMachine, Finding> examine, params string[] counters)
        : this(group, name, examine, _ => counters)
    {
    }

    /// <summary>What the check found, with its name.</summary>
    public Diagnosis Diagnose(ExaminedMachine machine)
    {
        Finding finding = Examine(machine);
        return new Diagnosis
        {
            Group = Group,
            Check = Name,
            Severity = finding.Severity,
            Text = finding.Text,
            Cost = finding.Cost,
            Remedy = finding.Remedy,
        };
    }
}
