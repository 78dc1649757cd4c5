using FileTransfer.Harness;

/// <summary>What runs in every sender before its first line, because DOTNET_STARTUP_HOOKS names this assembly there.</summary>
/// <remarks>The runtime asks for this name outside of any namespace: dotnet/runtime, docs/design/features/host-startup-hook.md.</remarks>
internal static class StartupHook
{
    /// <summary>EPIPE, which .NET hands on as the HResult on Unix: errno(3).</summary>
    private const int BrokenPipe = 32;

    /// <summary>
    /// Lets the process end without a word when its parent is gone: BenchmarkDotNet reports to the parent through a pipe, from
    /// its very first line on, and after an interrupt nobody reads it any more.
    /// </summary>
    public static void Initialize() => AppDomain.CurrentDomain.UnhandledException += static (_, unhandled) =>
    {
        if (unhandled.ExceptionObject is IOException { HResult: BrokenPipe })
        {
            Environment.Exit(ExitCode.Interrupted);
        }
    };
}
