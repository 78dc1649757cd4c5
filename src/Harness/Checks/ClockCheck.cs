using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>Where the time is read from, and what reading it costs.</summary>
internal sealed class ClockCheck : ICheck
{
    private const double MostNanoseconds = 200;
    private const string Folder = "/sys/devices/system/clocksource/clocksource0/";

    public string Group => CheckGroup.Processor;

    public string Name => "clock";

    public Finding Examine(Subject subject)
    {
        string? source = subject.Files.Text($"{Folder}current_clocksource");
        double price = subject.Trials.TimestampNanoseconds;
        string cost = Invariant($"a timestamp costs {price:0} ns, and a transfer needs three");
        bool isSlow = source is "hpet" or "acpi_pm" or "jiffies" or "pit" or "refined-jiffies" || price > MostNanoseconds;
        return isSlow
            ? Finding.Limit(
                $"the kernel reads the time from '{source ?? "an unknown source"}', which is slow or coarse",
                $"echo SOURCE > {Folder}current_clocksource, one of: {subject.Files.Text($"{Folder}available_clocksource") ?? "unknown"}",
                cost)
            : new Finding(Results.Severity.Fine, $"the time comes from '{source ?? "the system"}'", Cost: cost);
    }
}
