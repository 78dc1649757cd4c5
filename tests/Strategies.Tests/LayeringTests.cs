using System.Reflection;
using NetArchTest.Rules;

namespace FileTransfer.Strategies.Tests;

/// <summary>Folders depend on each other in one direction: none of them is part of a circle.</summary>
/// <remarks>docs/internals/extending.md has the order.</remarks>
public sealed class LayeringTests
{
    private const string Strategies = "FileTransfer.Strategies";

    private static readonly Assembly s_strategies = typeof(StrategyCatalog).Assembly;

    [Fact]
    public void Folders_FormNoCircle() => Assert.Empty(new FolderGraph(s_strategies).InCircles());

    /// <summary>Contracts know no implementation, and what carries frames knows no family.</summary>
    [Theory]
    [InlineData("Contracts", "Control", "Files", "Machine", "Wire", "Sockets", "Pipes", "Http", "Rpc", "Downloads", "SelfTest")]
    [InlineData("Wire", "Sockets", "Pipes", "Http", "Rpc", "Downloads", "SelfTest")]
    [InlineData("Files", "Wire", "Sockets", "Pipes", "Http", "Rpc", "Downloads", "SelfTest")]
    [InlineData("Sockets", "Pipes", "Http", "Rpc", "Downloads", "SelfTest")]
    [InlineData("Pipes", "Sockets", "Http", "Rpc", "Downloads", "SelfTest")]
    [InlineData("Http", "Sockets", "Pipes", "Rpc", "Downloads", "SelfTest")]
    [InlineData("Downloads", "Sockets", "Pipes", "Rpc", "SelfTest")]
    public void Folder_DoesNotUseThoseAboveIt(string folder, params string[] above)
    {
        PredicateList types = Types.InAssembly(s_strategies).That().ResideInNamespace($"{Strategies}.{folder}");

        Assert.NotEmpty(types.GetTypes());
        NetArchTest.Rules.TestResult result = types
            .ShouldNot().HaveDependencyOnAny([.. above.Select(name => $"{Strategies}.{name}"), $"{Strategies}.{nameof(StrategyCatalog)}"])
            .GetResult();
        Assert.True(result.IsSuccessful, $"{string.Join(", ", result.FailingTypeNames ?? [])} use what lies above {folder}");
    }

    /// <summary>Otherwise the rules above would hold of anything.</summary>
    [Fact]
    public void UsedBy_FolderThatUsesOthers_NamesThem() =>
        Assert.Equal(["Contracts", "Files", "Interop", "Wire"], new FolderGraph(s_strategies).UsedBy("Sockets"));
}
