using System.Collections;
using System.Diagnostics;
using System.Reflection.Emit;
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

    [Fact]
    public async Task WaitUntilCompiled_CompilerThatNeverEnds_GivesUp()
    {
        using var stop = new CancellationTokenSource();
        Task compiling = Task.Factory.StartNew(() => CompileUntil(stop.Token), TaskCreationOptions.LongRunning);
        try
        {
            CancellationToken test = TestContext.Current.CancellationToken;
            var waiting = Task.Run(() => HotCode.WaitUntilCompiled(TimeSpan.FromMilliseconds(20)), test);
            await waiting.WaitAsync(TimeSpan.FromSeconds(30), test);

            Assert.False(compiling.IsCompleted);
        }
        finally
        {
            await stop.CancelAsync();
            await compiling;
        }
    }

    private static void CompileUntil(CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            var method = new DynamicMethod("Nothing", returnType: null, parameterTypes: null);
            method.GetILGenerator().Emit(OpCodes.Ret);
            method.CreateDelegate<Action>()();
        }
    }
}
