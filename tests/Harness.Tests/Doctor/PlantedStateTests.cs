using FileTransfer.Harness.Doctor;
using FileTransfer.Results;

namespace FileTransfer.Harness.Tests.Doctor;

/// <summary>Each check names the state that was planted for it, and says nothing against a clean one.</summary>
public sealed class PlantedStateTests
{
    [Theory]
    [MemberData(nameof(PlantedStates.All), MemberType = typeof(PlantedStates))]
    public void Examine_PlantedState_IsNamed(string check, string severity, string text, string[] planted)
    {
        using var machine = new PlantedMachine();
        for (int i = 0; i < planted.Length; i += 3)
        {
            machine.With(planted[i], planted[i + 1], planted[i + 2]);
        }

        Finding finding = machine.Examine(check);

        Assert.Equal((severity, true), (finding.Severity.ToString(), finding.Text.Contains(text, StringComparison.Ordinal)));
        Assert.True(finding.Severity is not (Severity.Limit or Severity.Unfit) || finding.Remedy is not null, "no remedy");
    }

    /// <summary>The table above would not notice a check that nobody planted anything for.</summary>
    [Fact]
    public void Catalog_EveryCheck_HasItsOwnNameAndATest()
    {
        string[] elsewhere =
        [
            "emulation",
            "transmit-file",
            "wake-up",
            "copies",
            "first-touch",
            "congestion-control",
            "resident",
            "sparse",
            "disk",
            "settings",
            "both-ends",
            "garbage-collector",
            "build",
        ];
        string[] names = [.. CheckCatalog.All.Select(check => check.Name)];

        Assert.Equal(names.Order(), names.Distinct().Order());
        Assert.Equal(names.Order(), PlantedStates.All.Select(row => row.Data.Item1).Concat(elsewhere).Distinct().Order());
    }
}
