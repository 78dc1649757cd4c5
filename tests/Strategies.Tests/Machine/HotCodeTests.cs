using System.Collections;
using System.Diagnostics;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Strategies.Tests.Machine;

public sealed class HotCodeTests
{
    private const string Threshold = "DOTNET_TC_CallCountThreshold";

    /// <summary>What our own processes are told is no setting of the user's; what the user has chosen is, and stays.</summary>
    [Fact]
    public void Settings_OfOurs_AreNotToldAndThoseOfTheUserAreKept()
    {
        var ours = new ProcessStartInfo("any");
        ours.Environment.Clear();
        HotCode.ApplyTo(ours);
        Assert.Equal(HotCode.Settings.Keys.Order(), ours.Environment.Keys.Order());
        Assert.Equal("200", ours.Environment[Threshold]);
        Assert.Empty(MachineFacts.RuntimeSettingsOf(new Hashtable(new Dictionary<string, string?>(ours.Environment))));

        var chosen = new ProcessStartInfo("any");
        chosen.Environment.Clear();
        chosen.Environment[Threshold] = "1E";
        HotCode.ApplyTo(chosen);
        Assert.Equal(
            [$"{Threshold}=1E"], MachineFacts.RuntimeSettingsOf(new Hashtable(new Dictionary<string, string?>(chosen.Environment))));
    }
}
