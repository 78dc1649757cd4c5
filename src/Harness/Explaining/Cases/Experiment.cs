using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Explaining.Cases;

/// <summary>
/// A condition that can make transfers slow: how one sees whether it is there, how it is taken away, and how it is made stronger.
/// </summary>
internal abstract class Experiment
{
    /// <summary>Name of its arm, such as <c>both ends on one processor</c>.</summary>
    public abstract string Name { get; }

    /// <summary>The cause that it looks for, by id.</summary>
    public abstract string Cause { get; }

    /// <summary>Why it is not tried: the cause is not there, or it cannot be taken away here; null to try it.</summary>
    /// <param name="plan">The case.</param>
    /// <param name="seen">What was observed of the case as it is.</param>
    public abstract Refusal? WhyNot(ExplainPlan plan, Observed seen);

    /// <summary>
    /// True when the cause is a setting that the case has, and usual cases have not: it is tried even when times are steady.
    /// </summary>
    public virtual bool IsSetting(ExplainPlan plan) => false;

    /// <summary>The arm without the cause.</summary>
    public abstract Arm Without(Arm arm);

    /// <summary>The arm with more of the cause; null where there is no more of it.</summary>
    public virtual Arm? Stronger(Arm arm) => null;

    /// <summary>Why there is no stronger dose.</summary>
    public virtual string NoDose => "it is there or it is not";

    /// <summary>The counter that has to move with the cause; null where nothing counts it.</summary>
    public virtual Counter? Counter => null;

    /// <summary>The reason of everything that needs a server of our own; null where the run starts it.</summary>
    protected static Refusal? NeedsOwnServer(ExplainPlan plan) => plan.OwnsBothEnds
        ? null
        : Refusal.CannotBeMade("the receiver is not started by this command, so that it cannot be changed");
}

/// <summary>Why an experiment is not made.</summary>
/// <param name="IsAbsent">True when the cause is not there, false when the experiment cannot be made here.</param>
/// <param name="Reason">The reason.</param>
internal sealed record Refusal(bool IsAbsent, string Reason)
{
    /// <summary>The cause is not there.</summary>
    public static Refusal IsNotThere(string reason) => new(true, reason);

    /// <summary>The experiment cannot be made here.</summary>
    public static Refusal CannotBeMade(string reason) => new(false, reason);
}

/// <summary>Something that is counted, and moves with a cause.</summary>
/// <param name="Words">What it is: "collections per transfer".</param>
/// <param name="Of">Its value of a launch; null where it is unknown.</param>
/// <param name="Falls">True when it falls without the cause.</param>
internal sealed record Counter(string Words, Func<ObservedLaunch, double?> Of, bool Falls = true)
{
    /// <summary>Its mean over launches; null where it is unknown.</summary>
    public double? MeanOf(IEnumerable<ObservedLaunch> launches)
    {
        double[] values = [.. launches.Select(Of).OfType<double>()];
        return values.Length == 0 ? null : values.Average();
    }
}
