using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Explaining;

/// <summary>Effects of arms, with the counter of their experiment.</summary>
internal static class Effects
{
    /// <summary>The effect of an arm beside the case as it is, in the same rounds; null when it was not measured.</summary>
    public static ArmEffect? Of(
        Experiment one, string phase, string dose, string arm, IReadOnlyList<ObservedLaunch> launches, double errorRate)
    {
        ObservedLaunch[] asItIs = [.. launches.Where(launch => launch.Arm == Arm.AsItIs)];
        ObservedLaunch[] changed = [.. launches.Where(launch => launch.Arm == arm)];
        var name = new ArmName(arm, one.Cause, dose == ArmName.Without ? one.Name : $"more {one.Cause}", phase, dose);
        return ArmEffect.Of(name, asItIs, changed, errorRate) is { } effect
            ? effect with
            {
                Counter = one.Counter?.Words,
                CounterAsItIs = one.Counter?.MeanOf(asItIs),
                CounterValue = one.Counter?.MeanOf(changed),
            }
            : null;
    }
}
