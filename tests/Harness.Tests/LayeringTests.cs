using FileTransfer.Harness.Commands;
using FileTransfer.Tests;
using Xunit;

namespace FileTransfer.Harness.Tests;

/// <summary>Folders depend on each other in one direction: none of them is part of a circle.</summary>
public sealed class LayeringTests
{
    [Fact]
    public void Folders_FormNoCircle() => Assert.Empty(new FolderGraph(typeof(CommandLineProgram).Assembly).InCircles());

    /// <summary>Otherwise the rule above would hold of anything.</summary>
    [Fact]
    public void UsedBy_FolderThatUsesOthers_NamesThem() =>
        Assert.Equal(["Results", "Statistics"], new FolderGraph(typeof(CommandLineProgram).Assembly).UsedBy("Analysis"));
}
