using System.Runtime.CompilerServices;

namespace FileTransfer.Tests;

/// <summary>Lets the processes that tests start compile less: they live for seconds.</summary>
/// <remarks>
/// Code that is compiled again, optimised, would pay off later. What is learnt for it costs a sixth of the processor time of such a process
/// (tests/Directory.Build.props has the same for the tests themselves), and compiling again after 100 ms, as usual, another quarter.
/// </remarks>
internal static class QuickerProcesses
{
    [ModuleInitializer]
    internal static void Set()
    {
        Environment.SetEnvironmentVariable("DOTNET_TieredPGO", "0");
        Environment.SetEnvironmentVariable("DOTNET_TC_CallCountingDelayMs", "2000");
    }
}
