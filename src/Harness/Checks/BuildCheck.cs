using System.Diagnostics;
using System.Reflection;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Checks;

/// <summary>How this program was built.</summary>
/// <param name="program">Its assembly.</param>
internal sealed class BuildCheck(Assembly program) : ICheck
{
    public BuildCheck()
        : this(typeof(BuildCheck).Assembly)
    {
    }

    public string Group => CheckGroup.Runtime;

    public string Name => "build";

    public Finding Examine(Subject subject) => program.GetCustomAttribute<DebuggableAttribute>() is { IsJITOptimizerDisabled: true }
        ? Finding.Unfit("this is a debug build, which the JIT does not optimise", "dotnet build -c Release")
        : subject.Sender.Commit.EndsWith(MachineFacts.Uncommitted, StringComparison.Ordinal)
            ? Finding.Limit(
                $"the program was built with changes that were not committed ({subject.Sender.Commit}): nobody else can build it again",
                "commit them before you publish")
            : Finding.Fine($"a release build of {subject.Sender.Commit}");
}
