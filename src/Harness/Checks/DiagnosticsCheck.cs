using System.Collections;
using System.Diagnostics;

namespace FileTransfer.Harness.Checks;

/// <summary>A debugger, a profiler or a tracer that is attached to this process.</summary>
/// <param name="variables">The environment variables.</param>
internal sealed class DiagnosticsCheck(IDictionary variables) : ICheck
{
    private static readonly string[] s_profilers = ["CORECLR_ENABLE_PROFILING", "DOTNET_ENABLE_PROFILING", "COR_ENABLE_PROFILING"];

    public DiagnosticsCheck()
        : this(Environment.GetEnvironmentVariables())
    {
    }

    public string Group => CheckGroup.Runtime;

    public string Name => "diagnostics";

    public Finding Examine(Subject subject) => (
        s_profilers.FirstOrDefault(name => (string?)variables[name] == "1"),
        Tracer(subject.Files)) switch
    {
        ({ } profiler, _) => Finding.Unfit($"a profiler is loaded into this process ({profiler}=1)", $"unset {profiler}"),
        (_, { } tracer) =>
            Finding.Unfit($"process {tracer} traces this one, and stops it at every system call or signal", $"end process {tracer}"),
        _ when Debugger.IsAttached => Finding.Unfit("a debugger is attached to this process", "start it without one"),
        _ when (string?)variables["DOTNET_EnableEventPipe"] == "1" =>
            Finding.Limit("the runtime writes its events to a file (DOTNET_EnableEventPipe=1)", "unset DOTNET_EnableEventPipe"),
        _ => Finding.Fine("no debugger, profiler or tracer is attached"),
    };

    private static string? Tracer(SystemFiles files) => files.Word("/proc/self/status", "TracerPid") is { } id && id != "0" ? id : null;
}
