using FileTransfer.Harness.Explaining;
using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Harness.Explaining.Experiments;
using FileTransfer.Results.Explaining;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Tests.Explaining;

public sealed class ExplainerTests
{
    private static readonly ByteSize s_smallReads = new(4096);

    [Fact]
    public async Task Explain_SteadyCase_SaysSoAndTriesNothing()
    {
        var simulated = new SimulatedCase(_ => 1);

        Explanation found = await ExplainAsync(simulated);

        Assert.Equal("Steady: nothing to explain.", found.Answer[0]);
        Assert.Empty(found.Causes);
        Assert.All(simulated.Rounds, arms => Assert.Equal([Arm.AsItIs], arms));
    }

    [Fact]
    public async Task Explain_SettingThatCosts_IsCausalWithDoseAndShare()
    {
        var simulated = new SimulatedCase(SmallReads)
        {
            Noted = (arm, trace) => trace with
            {
                ReceiverRunNanoseconds = [.. Enumerable.Repeat((long)(SmallReads(arm) * 50_000), trace.GapNanoseconds.Count)],
            },
        };

        Explanation found = await ExplainAsync(simulated, sender => sender with { ReceiverBuffer = s_smallReads });

        FoundCause cause = Assert.Single(found.Causes);
        Assert.Equal((CauseId.ReadSize, Confirmation.Causal, null), (cause.Cause, cause.Claim, cause.WhyNotCausal));
        Assert.InRange(cause.Share, 0.95, 1);
        Assert.Equal([ArmName.Without, ArmName.Stronger], cause.Effects.Select(effect => effect.Dose));
        Assert.All(cause.Effects, effect => Assert.Equal(ArmName.Confirm, effect.Phase));
    }

    [Fact]
    public async Task Explain_TwoSettings_NamesBoth()
    {
        var simulated = new SimulatedCase(arm => SmallReads(arm) * (arm.Sender.NoDelay ? 1 : 1.8));

        Explanation found = await ExplainAsync(
            simulated, sender => sender with { ReceiverBuffer = s_smallReads, NoDelay = false });

        Assert.Equal([CauseId.Nagle, CauseId.ReadSize], found.Causes.Select(cause => cause.Cause));
        Assert.InRange(found.Causes.Sum(cause => cause.Share), 0.95, 1);
    }

    [Fact]
    public async Task Explain_SettingThatCostsNothing_IsRuledOutWithItsBound()
    {
        Explanation found = await ExplainAsync(new SimulatedCase(_ => 1), sender => sender with { NoDelay = false });

        Assert.Empty(found.Causes);
        Assert.InRange(found.RuledOut.Single(one => one.Cause == CauseId.Nagle).Most!.Value, 0, 0.1);
    }

    [Fact]
    public async Task Explain_SettingThatIsNotThere_IsRuledOutWithItsReason()
    {
        Explanation found = await ExplainAsync(new SimulatedCase(_ => 1));

        RuledOut nagle = found.RuledOut.Single(one => one.Cause == CauseId.Nagle);
        Assert.Equal((null, "TCP_NODELAY is on: Nagle's algorithm is off"), (nagle.Most, nagle.Reason));
    }

    [Fact]
    public async Task Explain_TailThatNothingExplains_NamesNoCause()
    {
        var simulated = new SimulatedCase(_ => 1) { OfEach = (_, chance) => chance < 0.03 ? 6 : 1 };

        Explanation found = await ExplainAsync(simulated);

        Assert.Empty(found.Causes);
        Assert.Equal("No cause was found: times have a heavy tail, and nothing that was tried made them faster.", found.Answer[0]);
        Assert.Equal(["Nothing is traced here."], found.Notes);
    }

    /// <summary>A launch of 20 s would leave no time for an experiment.</summary>
    [Fact]
    public async Task Explain_SlowCase_HasShorterRoundsSoThatItsSettingsAreTried()
    {
        var simulated = new SimulatedCase(SmallReads) { PerArm = TimeSpan.FromSeconds(20) };

        Explanation found = await ExplainAsync(
            simulated, sender => sender with { ReceiverBuffer = s_smallReads }, budget: TimeSpan.FromMinutes(3));

        Assert.Equal(CauseId.ReadSize, Assert.Single(found.Causes).Cause);
        Assert.InRange(found.Rounds.Confirm, 3, 14);
    }

    [Fact]
    public async Task Explain_BudgetTooShort_SaysWhatItCouldNotTry()
    {
        Explanation found = await ExplainAsync(
            new SimulatedCase(SmallReads),
            sender => sender with { ReceiverBuffer = s_smallReads },
            budget: TimeSpan.FromSeconds(3));

        Assert.Empty(found.Causes);
        Assert.Equal([CauseId.ReadSize], found.Untested);
        Assert.StartsWith("Steady, and it is not known whether it could be faster", found.Answer[0], StringComparison.Ordinal);
        Assert.Contains(found.NotTried, one => one is { Cause: CauseId.ReadSize, Reason: "the budget is too short for it (--budget)" });
    }

    [Fact]
    public async Task Explain_ArmThatFails_IsNotTriedWithItsReason()
    {
        var simulated = new SimulatedCase(_ => 1) { Failure = arm => arm.Sender.NoDelay ? "no NODELAY here" : null };

        Explanation found = await ExplainAsync(simulated, sender => sender with { NoDelay = false });

        Assert.Contains(new NotTried(CauseId.Nagle, "no NODELAY here"), found.NotTried);
    }

    [Fact]
    public async Task Explain_ArmThatFailsInOneRound_IsToldByTheOthers()
    {
        int round = 0;
        var simulated = new SimulatedCase(_ => 1)
        {
            Before = number => round = number,
            Failure = arm => arm.Sender.NoDelay && round == 7 ? "no NODELAY here" : null,
        };

        Explanation found = await ExplainAsync(simulated, sender => sender with { NoDelay = false });

        Assert.Contains(found.RuledOut, one => one is { Cause: CauseId.Nagle, Most: < 0.1 });
        Assert.DoesNotContain(found.NotTried, one => one.Cause == CauseId.Nagle);
    }

    /// <summary>Both need six arms to be confirmed, in five rounds: there is time for one.</summary>
    [Fact]
    public async Task Explain_TwoSettingsInAShortTime_ConfirmsTheGreater()
    {
        var simulated = new SimulatedCase(arm => SmallReads(arm) * (arm.Sender.NoDelay ? 1 : 1.2));

        Explanation found = await ExplainAsync(
            simulated, sender => sender with { ReceiverBuffer = s_smallReads, NoDelay = false }, budget: TimeSpan.FromSeconds(40));

        Assert.Equal((CauseId.ReadSize, Confirmation.Causal), (found.Causes[0].Cause, found.Causes[0].Claim));
        Assert.Contains(found.NotTried, one => one.Cause == CauseId.Nagle);
    }

    /// <summary>Slow only while nobody else has a turn between: arms that take turns would show nothing.</summary>
    [Fact]
    public async Task Explain_CaseThatIsNotSlowInTurns_IsMeasuredOneByOne()
    {
        SimulatedCase simulated = null!;
        simulated = new SimulatedCase(arm => arm.Sender.NoDelay || simulated.Rounds[^1].Length > 1 ? 1 : 2);

        Explanation found = await ExplainAsync(simulated, sender => sender with { NoDelay = false });

        FoundCause cause = Assert.Single(found.Causes);
        Assert.Equal((CauseId.Nagle, Confirmation.Causal), (cause.Cause, cause.Claim));
        Assert.Contains(found.Notes, note => note.Contains("one after the other", StringComparison.Ordinal));
        Assert.Equal(2, simulated.Rounds.Count(arms => arms.Length > 1));
    }

    [Fact]
    public async Task Explain_CaseThatFails_Throws()
    {
        var simulated = new SimulatedCase(_ => 1) { Failure = _ => "nothing listens" };

        ExplainException thrown = await Assert.ThrowsAsync<ExplainException>(() => ExplainAsync(simulated));

        Assert.Equal("nothing listens", thrown.Message);
    }

    [Fact]
    public async Task Explain_Interrupted_KeepsWhatCompleteRoundsShow()
    {
        using var stop = new CancellationTokenSource();
        var simulated = new SimulatedCase(SmallReads) { Before = round => { if (round == 5) { stop.Cancel(); } } };

        Explanation found = await ExplainAsync(
            simulated, sender => sender with { ReceiverBuffer = s_smallReads }, stop: stop);

        Assert.True(found.IsPartial);
        Assert.Equal(4, found.Rounds.Describe);
    }

    [Fact]
    public async Task Explain_RemoteServer_SaysWhatCannotBeChanged()
    {
        Explanation found = await ExplainAsync(
            new SimulatedCase(_ => 1) { Noise = 0.3 }, server: new Uri("http://192.0.2.1:1"));

        Assert.Contains(found.NotTried, one => one is { Cause: CauseId.Placement });
    }

    [Fact]
    public void Catalog_EveryCause_IsLookedFor() => Assert.Equal(
        Cause.All.Keys.Order(StringComparer.Ordinal),
        ExperimentCatalog.All.Select(one => one.Cause).Distinct().Order(StringComparer.Ordinal));

    private static double SmallReads(Arm arm) => arm.Sender.ReceiverBuffer?.Bytes switch
    {
        null => 1,
        < 4096 => 2.2,
        _ => 1.5,
    };

    internal static ExplainPlan Plan(Func<SenderOptions, SenderOptions>? change = null, Uri? server = null, TimeSpan? budget = null)
    {
        var sender = new SenderOptions { Transport = Transport.Tcp, NoDelay = true, Affinity = CpuAffinity.None };
        return new ExplainPlan
        {
            Strategy = StrategyCatalog.Ours.Find("send-file"),
            Payload = new SizedPayload("1M", new Payload("/nowhere", 1 << 20)),
            Sender = change?.Invoke(sender) ?? sender,
            Server = server,
            Budget = budget ?? TimeSpan.FromMinutes(5),
            Folder = "",
            Seed = 1,
            Command = "filetransfer explain",
        };
    }

    internal static async Task<Explanation> ExplainAsync(
        SimulatedCase simulated,
        Func<SenderOptions, SenderOptions>? change = null,
        Uri? server = null,
        TimeSpan? budget = null,
        CancellationTokenSource? stop = null)
    {
        ExplainPlan plan = Plan(change, server, budget);
        Conclusion conclusion = await new Explainer(plan, simulated, ExperimentCatalog.All, _ => { }, () => simulated.Elapsed)
            .RunAsync(stop?.Token ?? TestContext.Current.CancellationToken);
        return conclusion.Conclude(Frame());
    }

    internal static Explanation Frame() => new()
    {
        StartedUtc = DateTimeOffset.UnixEpoch,
        Command = "filetransfer explain",
        Case = new ExplainedCase("send-file", "tcp", 1 << 20, "none"),
        Machine = "a machine",
        Answer = [],
        Rounds = new ExplainRounds(0, 0, 0),
    };
}
