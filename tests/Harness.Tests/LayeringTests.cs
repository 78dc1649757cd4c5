using System.Reflection;
using FileTransfer.Harness.Commands;
using FileTransfer.Lab.Commands;
using FileTransfer.Links;
using FileTransfer.Results;
using FileTransfer.Senders.Launching;

namespace FileTransfer.Harness.Tests;

/// <summary>Folders depend on each other in one direction: none of them is part of a circle.</summary>
public sealed class LayeringTests
{
    private static readonly Assembly[] s_assemblies =
    [
        typeof(RunResult).Assembly, typeof(LinkSpec).Assembly, typeof(LaunchPlan).Assembly, typeof(CommandLineProgram).Assembly,
        typeof(LabCommands).Assembly,
    ];

    [Fact]
    public void Folders_FormNoCircle() =>
        Assert.All(s_assemblies, assembly => Assert.Empty(new FolderGraph(assembly).InCircles()));

    /// <summary>Otherwise the rule above would hold of anything.</summary>
    [Fact]
    public void UsedBy_FolderThatUsesOthers_NamesThem() =>
        Assert.Contains("Statistics", new FolderGraph(typeof(RunResult).Assembly).UsedBy("Analysis"));
}
