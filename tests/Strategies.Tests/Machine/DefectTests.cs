using FileTransfer.Strategies.Machine;

namespace FileTransfer.Strategies.Tests.Machine;

/// <summary>What is said of exceptions that nobody expected.</summary>
public sealed class DefectTests
{
    [Fact]
    public void Words_OfADefect_NameItOnOneLineAndAskForItsTrace()
    {
        string words = Defect.Words(new InvalidOperationException("first\nsecond"));
        Assert.StartsWith("InvalidOperationException: first second That is a defect", words, StringComparison.Ordinal);
        Assert.Contains($"{Defect.Variable}=1", words, StringComparison.Ordinal);
    }

    /// <summary>A limit of the machine is none of this program's defects.</summary>
    [Fact]
    public void Words_WithoutMemoryOrThreads_NameTheLimits()
    {
        string words = Defect.Words(new InsufficientMemoryException());
        Assert.Contains("pids.max", words, StringComparison.Ordinal);
        Assert.DoesNotContain("defect", words, StringComparison.Ordinal);
    }
}
