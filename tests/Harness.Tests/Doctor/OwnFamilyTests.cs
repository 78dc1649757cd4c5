using System.Globalization;
using FileTransfer.Harness.Doctor;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Tests.Doctor;

/// <summary>Who belongs to a run: what started it, and what a build leaves behind.</summary>
public sealed class OwnFamilyTests
{
    private const int Harness = 100;
    private const int DotnetRun = 90;
    private const int Shell = 80;
    private const int Compiler = 200;
    private const int Stranger = 300;

    [Theory]
    [InlineData(DotnetRun, true)]
    [InlineData(Shell, false)]
    [InlineData(Compiler, true)]
    [InlineData(Stranger, false)]
    public void BusiestSince_OneThatWorks_IsAMemberOrAStranger(int works, bool isMember)
    {
        using var before = new PlantedMachine();
        using var after = new PlantedMachine();
        Processes(before, works, ticks: 100);
        Processes(after, works, ticks: 125);
        var family = new OwnFamily(after.Machine([]).Files, Harness);

        Assert.Equal(
            isMember ? works : null,
            family.BusiestSince(
                ProcessorTime.Of(before.Machine([]).Files, Harness)!, ProcessorTime.Of(after.Machine([]).Files, Harness)!)?.Id);
    }

    [Fact]
    public void BusiestSince_NobodyWorks_IsNobody()
    {
        using var system = new PlantedMachine();
        Processes(system, DotnetRun, ticks: 100);
        SystemFiles files = system.Machine([]).Files;

        Assert.Null(new OwnFamily(files, Harness).BusiestSince(ProcessorTime.Of(files, Harness)!, ProcessorTime.Of(files, Harness)!));
    }

    private static void Processes(PlantedMachine system, int works, int ticks)
    {
        system.With("/proc/stat", "cpu 1000 0 0 1000 0 0 0 0 0 0\ncpu0 1000 0 0 1000 0 0 0 0 0 0\n");
        foreach ((int id, int parent, string words) in ((int, int, string)[])
            [
                (Harness, DotnetRun, "FileTransfer.Harness"), (DotnetRun, Shell, "dotnet\0run"), (Shell, 1, "sh"),
                (Compiler, 1, "dotnet\0exec\0/sdk/Roslyn/bincore/VBCSCompiler.dll"), (Stranger, 1, "dotnet\0other.dll"),
            ])
        {
            system.With($"/proc/{id}/cmdline", words);
            system.With(
                $"/proc/{id}/stat",
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{id} (a (name) {id}) S {parent} 0 0 0 0 0 0 0 0 0 {(id == works ? ticks : 50)} 0 0 0 20 0 1 0 0 0 0"));
        }
    }
}
