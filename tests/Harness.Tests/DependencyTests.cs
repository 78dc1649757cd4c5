using System.Reflection;
using FileTransfer.Benchmarking;
using FileTransfer.Harness.Commands;
using FileTransfer.Lab.Commands;
using FileTransfer.Links;
using FileTransfer.Results;
using FileTransfer.Senders.Launching;
using NetArchTest.Rules;

namespace FileTransfer.Harness.Tests;

/// <summary>Data flows one way, and so do dependencies: what shows results cannot measure, and two folders know BenchmarkDotNet.</summary>
public sealed class DependencyTests
{
    private const string Harness = "FileTransfer.Harness";
    private const string Results = "FileTransfer.Results";
    private const string Senders = "FileTransfer.Senders";
    private const string BenchmarkDotNet = "BenchmarkDotNet";
    private const string Package = "FileTransfer.Benchmarking";

    private static readonly Assembly s_harness = typeof(CommandLineProgram).Assembly;
    private static readonly Assembly s_results = typeof(RunResult).Assembly;
    private static readonly Assembly s_senders = typeof(LaunchPlan).Assembly;

    /// <summary>An assembly sees what it refers to and nothing else: what is right of the results cannot measure.</summary>
    [Fact]
    public void Assemblies_OfTheProgram_ReferToEachOtherInOneDirection()
    {
        Assert.Equal(["FileTransfer.FileSender", "FileTransfer.Strategies"], ReferencesOf(s_results));
        Assert.Equal([Results, "FileTransfer.Strategies"], ReferencesOf(typeof(LinkSpec).Assembly));
        string[] below = ["FileTransfer.FileSender", "FileTransfer.Links", Results, "FileTransfer.Strategies"];
        Assert.Equal(below, ReferencesOf(s_senders));
        Assert.Equal([.. below.Append(Senders).Order(StringComparer.Ordinal)], ReferencesOf(s_harness));
        Assert.Contains(Harness, ReferencesOf(typeof(LabCommands).Assembly));
    }

    [Fact]
    public void Results_AllFolders_UseNoBenchmarkDotNet()
    {
        PredicateList types = Types.InAssembly(s_results).That().ResideInNamespace(Results);
        AssertHolds(types, types.ShouldNot().HaveDependencyOn(BenchmarkDotNet));
    }

    /// <summary>One place concludes; what it concludes from knows nothing of it, and what it says is only rendered.</summary>
    [Theory]
    [InlineData("Statistics", "Analysis")]
    [InlineData("Analysis", "Reports")]
    [InlineData("Analysis", "Charts")]
    [InlineData("Charts", "Reports")]
    public void Folder_LeftOfAnother_DoesNotUseIt(string left, string right)
    {
        PredicateList types = Types.InAssembly(s_results).That().ResideInNamespace($"{Results}.{left}");
        AssertHolds(types, types.ShouldNot().HaveDependencyOn($"{Results}.{right}"));
    }

    [Fact]
    public void BenchmarkDotNet_OutsideOfTheEngineAndItsFiles_IsUsedByNobody()
    {
        PredicateList types = Types.InAssemblies([s_senders, s_harness])
            .That().DoNotResideInNamespace($"{Senders}.Engine")
            .And().DoNotResideInNamespace($"{Harness}.Exports");
        AssertHolds(types, types.ShouldNot().HaveDependencyOn(BenchmarkDotNet));
    }

    /// <summary>
    /// What runs in the sender process does not know by which engine it measures; of its parent it cannot know, which is another
    /// assembly.
    /// </summary>
    [Theory]
    [InlineData("Sessions", "Engine")]
    [InlineData("Launching", "Engine", "Sessions")]
    [InlineData("Servers", "Engine", "Sessions")]
    [InlineData("Native", "Engine")]
    public void Senders_Folders_DoNotKnowWhatIsAboveThem(string folder, params string[] others)
    {
        PredicateList types = Types.InAssembly(s_senders).That().ResideInNamespace($"{Senders}.{folder}");
        AssertHolds(types, types.ShouldNot().HaveDependencyOnAny([.. others.Select(other => $"{Senders}.{other}")]));
    }

    [Fact]
    public void Rounds_UseNeitherTheEngineNorCommands()
    {
        PredicateList types = Types.InAssembly(s_harness).That().ResideInNamespace($"{Harness}.Rounds");
        AssertHolds(types, types.ShouldNot().HaveDependencyOnAny($"{Senders}.Engine", $"{Harness}.Commands"));
    }

    /// <summary>What makes a load formats nothing, and what shows it measures nothing.</summary>
    [Theory]
    [InlineData("Load.Generating", $"{Harness}.Load.Reports", $"{Harness}.Commands")]
    [InlineData("Load.Model", $"{Harness}.Load.Generating", $"{Harness}.Load.Reports", Senders)]
    [InlineData("Load.Reports", $"{Harness}.Load.Generating", Senders, $"{Harness}.Commands")]
    public void Load_Folders_KeepMeasuringAndFormattingApart(string folder, params string[] others)
    {
        PredicateList types = Types.InAssembly(s_harness).That().ResideInNamespace($"{Harness}.{folder}");
        AssertHolds(types, types.ShouldNot().HaveDependencyOnAny(others));
    }

    /// <summary>
    /// The package for projects of BenchmarkDotNet: its folders know nothing of what users write, and depend on each other in one
    /// direction.
    /// </summary>
    [Theory]
    [InlineData("Cases", "Host", "Sending")]
    [InlineData("Sending", "Host")]
    public void Package_Folders_DependOnEachOtherInOneDirection(string folder, params string[] others)
    {
        Types package = Types.InAssembly(typeof(TransferBenchmark).Assembly);
        string[] written = [.. package.That().ResideInNamespaceMatching($"^{Package}$").GetTypes().Select(type => type.FullName!)];
        Assert.Contains(typeof(TransferBenchmark).FullName, written);
        PredicateList types = package.That().ResideInNamespace($"{Package}.{folder}");
        AssertHolds(types, types.ShouldNot().HaveDependencyOnAny([.. others.Select(other => $"{Package}.{other}"), .. written]));
    }

    [Fact]
    public void Package_Host_DoesNotKnowWhatUsersWrite()
    {
        Types package = Types.InAssembly(typeof(TransferBenchmark).Assembly);
        string[] written = [.. package.That().ResideInNamespaceMatching($"^{Package}$").GetTypes().Select(type => type.FullName!)];
        PredicateList types = package.That().ResideInNamespace($"{Package}.Host");
        AssertHolds(types, types.ShouldNot().HaveDependencyOnAny(written));
    }

    /// <summary>Otherwise the rules above would hold of anything.</summary>
    [Theory]
    [InlineData($"{Senders}.Engine", BenchmarkDotNet)]
    [InlineData($"{Harness}.Exports", BenchmarkDotNet)]
    [InlineData($"{Senders}.Engine", $"{Senders}.Sessions")]
    [InlineData($"{Harness}.Load.Generating", Senders)]
    [InlineData($"{Harness}.Commands", $"{Harness}.Rounds")]
    [InlineData($"{Harness}.Commands", $"{Results}.Analysis")]
    public void Folder_ThatMayUseIt_IsSeenToDoSo(string folder, string used) =>
        Assert.NotEmpty(Types.InAssemblies([s_senders, s_harness])
            .That().ResideInNamespace(folder).And().HaveDependencyOn(used).GetTypes());

    /// <summary>Two runs of one process share nothing that changes, but what each of these says about itself.</summary>
    [Fact]
    public void Program_HasNoMutableStaticsBesideThoseThatSayWhy() => Assert.Equal(
        [
            // Memory of what was computed about an object, for as long as it lives: ComputedOnce.
            "ChangePoints.s_known", "Comparisons.s_known", "Modes.s_known", "PairedRounds.s_known", "PooledSamples.s_known",
            "Races.s_known", "RunWarnings.s_known",
            // Where BenchmarkDotNet looks for parameters.
            "TransferBenchmarks.Placements", "TransferBenchmarks.Sizes", "TransferBenchmarks.Strategies", "TransferBenchmarks.Transports",
            "Verdicts.s_apart", "Verdicts.s_known",
        ],
        ((Assembly[])[s_results, typeof(LinkSpec).Assembly, s_senders, s_harness, typeof(LabCommands).Assembly])
            .SelectMany(MutableStatics.Of)
            .Order(StringComparer.Ordinal));

    private static string[] ReferencesOf(Assembly assembly) =>
    [
        .. assembly.GetReferencedAssemblies()
            .Select(reference => reference.Name!)
            .Where(name => name.StartsWith("FileTransfer.", StringComparison.Ordinal))
            .Order(StringComparer.Ordinal),
    ];

    private static void AssertHolds(PredicateList types, ConditionList rule)
    {
        Some.Of(types.GetTypes());
        NetArchTest.Rules.TestResult result = rule.GetResult();
        Assert.True(result.IsSuccessful, $"these may not use what the rule names: {string.Join(", ", result.FailingTypeNames ?? [])}");
    }
}
