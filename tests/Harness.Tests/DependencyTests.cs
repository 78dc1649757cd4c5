using System.Reflection;
using FileTransfer.Harness.Commands;
using FileTransfer.Tests;
using NetArchTest.Rules;
using Xunit;

namespace FileTransfer.Harness.Tests;

/// <summary>Data flows one way, and so do dependencies: what shows results cannot measure, and one folder knows BenchmarkDotNet.</summary>
public sealed class DependencyTests
{
    private const string Harness = "FileTransfer.Harness";
    private const string BenchmarkDotNet = "BenchmarkDotNet";

    private static readonly Assembly s_harness = typeof(CommandLineProgram).Assembly;

    [Theory]
    [InlineData("Results")]
    [InlineData("Statistics")]
    [InlineData("Analysis")]
    [InlineData("Charts")]
    [InlineData("Reports")]
    public void Folder_RightOfTheResults_UsesNeitherMeasuringNorCommandsNorBenchmarkDotNet(string folder)
    {
        PredicateList types = Types.InAssembly(s_harness).That().ResideInNamespace($"{Harness}.{folder}");
        AssertHolds(types, types.ShouldNot().HaveDependencyOnAny($"{Harness}.Measuring", $"{Harness}.Commands", BenchmarkDotNet));
    }

    /// <summary>One place concludes; what it concludes from knows nothing of it, and what it says is only rendered.</summary>
    [Theory]
    [InlineData("Results", "Analysis")]
    [InlineData("Statistics", "Analysis")]
    [InlineData("Analysis", "Reports")]
    [InlineData("Analysis", "Charts")]
    [InlineData("Charts", "Reports")]
    public void Folder_LeftOfAnother_DoesNotUseIt(string left, string right)
    {
        PredicateList types = Types.InAssembly(s_harness).That().ResideInNamespace($"{Harness}.{left}");
        AssertHolds(types, types.ShouldNot().HaveDependencyOn($"{Harness}.{right}"));
    }

    [Fact]
    public void BenchmarkDotNet_OutsideOfTheEngine_IsUsedByNobody()
    {
        PredicateList types = Types.InAssembly(s_harness)
            .That().ResideInNamespace(Harness).And().DoNotResideInNamespace($"{Harness}.Engine");
        AssertHolds(types, types.ShouldNot().HaveDependencyOn(BenchmarkDotNet));
    }

    /// <summary>What runs processes does not know by which engine a sender measures.</summary>
    [Fact]
    public void Measuring_DoesNotUseTheEngineOrCommands()
    {
        PredicateList types = Types.InAssembly(s_harness).That().ResideInNamespace($"{Harness}.Measuring");
        AssertHolds(types, types.ShouldNot().HaveDependencyOnAny($"{Harness}.Engine", $"{Harness}.Commands"));
    }

    /// <summary>What makes a load formats nothing, and what shows it measures nothing.</summary>
    [Theory]
    [InlineData("Load.Generating", "Load.Reports", "Charts", "Reports", "Commands")]
    [InlineData("Load.Model", "Load.Generating", "Load.Reports", "Measuring", "Charts")]
    [InlineData("Load.Reports", "Load.Generating", "Measuring", "Engine", "Commands")]
    public void Load_Folders_KeepMeasuringAndFormattingApart(string folder, params string[] others)
    {
        PredicateList types = Types.InAssembly(s_harness).That().ResideInNamespace($"{Harness}.{folder}");
        AssertHolds(types, types.ShouldNot().HaveDependencyOnAny([.. others.Select(other => $"{Harness}.{other}")]));
    }

    /// <summary>Otherwise the rules above would hold of anything.</summary>
    [Theory]
    [InlineData("Engine", BenchmarkDotNet)]
    [InlineData("Engine", $"{Harness}.Measuring")]
    [InlineData("Commands", $"{Harness}.Measuring")]
    [InlineData("Reports", $"{Harness}.Analysis")]
    public void Folder_ThatMayUseIt_IsSeenToDoSo(string folder, string used) =>
        Assert.NotEmpty(Types.InAssembly(s_harness)
            .That().ResideInNamespace($"{Harness}.{folder}").And().HaveDependencyOn(used).GetTypes());

    /// <summary>Two runs of one process share nothing that changes, but what each of these says about itself.</summary>
    [Fact]
    public void Harness_HasNoMutableStaticsBesideThoseThatSayWhy() => Assert.Equal(
        [
            // Memory of what was computed about an object, for as long as it lives: Memo.
            "ChangePoints.s_known", "Comparisons.s_known", "Modes.s_known", "PooledSamples.s_known", "RunWarnings.s_known",
            // Where BenchmarkDotNet looks for parameters.
            "TransferBenchmarks.Sizes", "TransferBenchmarks.Strategies", "TransferBenchmarks.Transports",
            "Verdicts.s_apart", "Verdicts.s_known",
        ],
        MutableStatics.Of(s_harness));

    private static void AssertHolds(PredicateList types, ConditionList rule)
    {
        Some.Of(types.GetTypes());
        NetArchTest.Rules.TestResult result = rule.GetResult();
        Assert.True(result.IsSuccessful, $"these may not use what the rule names: {string.Join(", ", result.FailingTypeNames ?? [])}");
    }
}
