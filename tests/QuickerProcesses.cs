using System.Runtime.CompilerServices;

namespace FileTransfer.Tests;

/// <summary>Lets the processes that tests start compile as the tests themselves do: they live for seconds.</summary>
/// <remarks>
/// What would be learnt of code for a better compilation costs a sixth of their processor time (tests/Directory.Build.props).
/// </remarks>
internal static class QuickerProcesses
{
    [ModuleInitializer]
    internal static void Set() => Environment.SetEnvironmentVariable("DOTNET_TieredPGO", "0");
}
