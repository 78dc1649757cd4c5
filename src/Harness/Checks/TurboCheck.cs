namespace FileTransfer.Harness.Checks;

/// <summary>A clock frequency that rises while the processor is cool and few cores work: turbo, boost.</summary>
internal sealed class TurboCheck : ICheck
{
    private const string NoTurbo = "/sys/devices/system/cpu/intel_pstate/no_turbo";
    private const string Boost = "/sys/devices/system/cpu/cpufreq/boost";

    public string Group => CheckGroup.Processor;

    public string Name => "turbo";

    public Finding Examine(Subject subject) => (subject.Files.Text(NoTurbo), subject.Files.Text(Boost)) switch
    {
        ("0", _) => Changing($"echo 1 > {NoTurbo}"),
        (null, "1") => Changing($"echo 0 > {Boost}"),
        (null, null) => Finding.Unknown("this system does not tell whether the clock frequency is boosted; a hypervisor hides it"),
        _ => Finding.Fine("the clock frequency is not boosted"),
    };

    private static Finding Changing(string remedy) =>
        Finding.Limit("the processor raises its clock frequency while it is cool and few cores work, so figures drift with heat", remedy);
}
