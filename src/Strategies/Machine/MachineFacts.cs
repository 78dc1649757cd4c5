using System.Collections;
using System.Reflection;
using System.Runtime;
using System.Runtime.InteropServices;
using Microsoft.Win32;

namespace FileTransfer.Strategies.Machine;

/// <summary>
/// Machine, system and runtime of one end of the transfers. Readers need these facts to compare its results with others.
/// </summary>
public sealed record MachineFacts
{
    private const string ProcessorKey = @"HKEY_LOCAL_MACHINE\HARDWARE\DESCRIPTION\System\CentralProcessor\0";

    private static readonly string[] s_runtimePrefixes = ["DOTNET_", "COMPlus_"];

    /// <summary>Name and architecture of the operating system.</summary>
    public required string OperatingSystem { get; init; }

    /// <summary>Kernel version.</summary>
    public required string Kernel { get; init; }

    /// <summary>Name of the processor.</summary>
    public required string Processor { get; init; }

    /// <summary>Number of processors this process may use.</summary>
    public required int Cores { get; init; }

    /// <summary>Memory this process may use, in bytes.</summary>
    public required long MemoryBytes { get; init; }

    /// <summary>.NET version.</summary>
    public required string Runtime { get; init; }

    /// <summary>Garbage collector: <c>workstation</c> or <c>server</c>, <c>concurrent</c> or not.</summary>
    public required string GarbageCollector { get; init; }

    /// <summary>Suffix of <see cref="Commit"/> when the program was built with uncommitted changes.</summary>
    public const string Uncommitted = "-dirty";

    /// <summary>
    /// Commit the program was built from, with the suffix <see cref="Uncommitted"/> for uncommitted changes; or <c>unknown</c>.
    /// </summary>
    public required string Commit { get; init; }

    /// <summary>Clock source of the kernel, such as <c>tsc</c>; null where unknown.</summary>
    public string? ClockSource { get; init; }

    /// <summary>
    /// Environment variables of the process that configure the runtime, such as <c>DOTNET_TieredPGO=0</c>, sorted; null in older
    /// results.
    /// </summary>
    public IReadOnlyList<string>? RuntimeSettings { get; init; }

    /// <summary>The system's default TCP congestion control; null where unknown.</summary>
    public string? DefaultCongestionControl { get; init; }

    /// <summary>What imitates this system, such as "wine 8.0" or "qemu-aarch64"; null for a system of its own.</summary>
    public string? Emulation { get; init; }

    /// <summary>Family of the system and of the processor, such as <c>Windows x64</c>: what a program is built for.</summary>
    public string Platform()
    {
        string family = OperatingSystem.Contains("Windows", StringComparison.Ordinal) ? "Windows"
            : OperatingSystem.Contains("Darwin", StringComparison.Ordinal) ? "macOS"
            : "Linux";
        return $"{family} {OperatingSystem.Split(' ')[^1]}";
    }

    /// <summary>The processor's name and how many of them there are, such as <c>AMD EPYC, 2 cores</c>.</summary>
    public string Hardware() => $"{Processor}, {Cores} {(Cores == 1 ? "core" : "cores")}";

    /// <summary>Collects the facts of this machine and this process.</summary>
    public static MachineFacts Collect() => new()
    {
        OperatingSystem =
            $"{DistributionName() ?? RuntimeInformation.OSDescription} {RuntimeInformation.OSArchitecture.ToString().ToLowerInvariant()}",
        Kernel = FileText("/proc/sys/kernel/osrelease") ?? Environment.OSVersion.Version.ToString(),
        Processor = ProcessorName() ?? RuntimeInformation.ProcessArchitecture.ToString(),
        Cores = Environment.ProcessorCount,
        MemoryBytes = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes,
        Runtime = RuntimeInformation.FrameworkDescription,
        GarbageCollector = $"{(GCSettings.IsServerGC ? "server" : "workstation")}, "
            + $"{(GCSettings.LatencyMode == GCLatencyMode.Batch ? "non-concurrent" : "concurrent")}",
        Commit = SourceRevision() ?? "unknown",
        ClockSource = FileText("/sys/devices/system/clocksource/clocksource0/current_clocksource"),
        RuntimeSettings = RuntimeSettingsOf(Environment.GetEnvironmentVariables()),
        DefaultCongestionControl = FileText("/proc/sys/net/ipv4/tcp_congestion_control"),
        Emulation = Machine.Emulation.Name,
    };

    /// <summary>
    /// The variables that the runtime reads: their names contain lower-case letters or begin with DOTNET_SYSTEM_. The other
    /// variables, those of the dotnet command, are in capitals.
    /// </summary>
    internal static IReadOnlyList<string> RuntimeSettingsOf(IDictionary variables) =>
    [
        .. variables.Cast<DictionaryEntry>()
            .Select(variable => (Name: (string)variable.Key, Value: (string?)variable.Value))
            .Where(variable => s_runtimePrefixes.Any(prefix => variable.Name.StartsWith(prefix, StringComparison.Ordinal))
                && (variable.Name.Any(char.IsAsciiLetterLower) || variable.Name.StartsWith("DOTNET_SYSTEM_", StringComparison.Ordinal)))
            // What our own processes are told: the code that comes of it is the same, so nobody chose anything.
            .Where(variable => HotCode.Settings.GetValueOrDefault(variable.Name) != variable.Value)
            .Select(variable => $"{variable.Name}={variable.Value}")
            .Order(StringComparer.Ordinal),
    ];

    private static string? DistributionName() => ValueOf("/etc/os-release", "PRETTY_NAME", '=')?.Trim('"');

    private static string? ProcessorName() =>
        ValueOf("/proc/cpuinfo", "model name", ':')
            ?? (System.OperatingSystem.IsWindows()
                ? (Registry.GetValue(ProcessorKey, "ProcessorNameString", null) as string)?.Trim()
                : null)
            ?? Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER");

    private static string? SourceRevision()
    {
        // The SDK appends the commit to the informational version: 0.1.0+<sha>.
        string? version = typeof(MachineFacts).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion;
        return version?.Split('+') is [_, { Length: >= 12 } revision]
            ? revision[..12] + (revision.EndsWith(Uncommitted, StringComparison.Ordinal) ? Uncommitted : "")
            : null;
    }

    private static string? ValueOf(string path, string key, char separator) => SystemFiles.OfThisMachine.Lines(path)
        .Where(line => line.StartsWith(key, StringComparison.Ordinal))
        .Select(line => line[(line.IndexOf(separator, StringComparison.Ordinal) + 1)..].Trim())
        .FirstOrDefault();

    private static string? FileText(string path) => SystemFiles.OfThisMachine.Text(path);
}
