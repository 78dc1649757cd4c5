using System.Globalization;
using System.Reflection;
using System.Runtime;
using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Machine;

/// <summary>What a reader must know about one end before comparing its numbers with others.</summary>
public sealed record MachineFacts
{
    /// <summary>Operating system by its own name.</summary>
    public required string OperatingSystem { get; init; }

    /// <summary>Kernel version.</summary>
    public required string Kernel { get; init; }

    /// <summary>Processor by its own name.</summary>
    public required string Processor { get; init; }

    /// <summary>Processors this process may use.</summary>
    public required int Cores { get; init; }

    /// <summary>Memory this process may use, in bytes.</summary>
    public required long MemoryBytes { get; init; }

    /// <summary>.NET version.</summary>
    public required string Runtime { get; init; }

    /// <summary>Garbage collector: <c>workstation</c> or <c>server</c>, <c>concurrent</c> or not.</summary>
    public required string GarbageCollector { get; init; }

    /// <summary>Commit the program was built from, or <c>unknown</c>.</summary>
    public required string Commit { get; init; }

    /// <summary>The system's default TCP congestion control, or null where there is none to be asked for.</summary>
    public string? DefaultCongestionControl { get; init; }

    /// <summary>Collects the facts of the machine and process this runs in.</summary>
    public static MachineFacts Collect() => new()
    {
        OperatingSystem = $"{DistributionName() ?? RuntimeInformation.OSDescription} {RuntimeInformation.OSArchitecture.ToString().ToLowerInvariant()}",
        Kernel = FirstLine("/proc/sys/kernel/osrelease") ?? Environment.OSVersion.Version.ToString(),
        Processor = ProcessorName() ?? RuntimeInformation.ProcessArchitecture.ToString(),
        Cores = Environment.ProcessorCount,
        MemoryBytes = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes,
        Runtime = RuntimeInformation.FrameworkDescription,
        GarbageCollector = $"{(GCSettings.IsServerGC ? "server" : "workstation")}, {(GCSettings.LatencyMode == GCLatencyMode.Batch ? "non-concurrent" : "concurrent")}",
        Commit = SourceRevision() ?? "unknown",
        DefaultCongestionControl = FirstLine("/proc/sys/net/ipv4/tcp_congestion_control"),
    };

    private static string? DistributionName() => ValueOf("/etc/os-release", "PRETTY_NAME", '=')?.Trim('"');

    private static string? ProcessorName() =>
        ValueOf("/proc/cpuinfo", "model name", ':') ?? Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER");

    private static string? SourceRevision()
    {
        // The SDK appends the commit to the informational version: 0.1.0+<sha>.
        string? version = typeof(MachineFacts).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion;
        return version?.Split('+') is [_, { Length: >= 12 } revision] ? revision[..12] : null;
    }

    private static string? ValueOf(string path, string key, char separator) => !File.Exists(path)
        ? null
        : File.ReadLines(path)
            .Where(line => line.StartsWith(key, ignoreCase: false, CultureInfo.InvariantCulture))
            .Select(line => line[(line.IndexOf(separator, StringComparison.Ordinal) + 1)..].Trim())
            .FirstOrDefault();

    private static string? FirstLine(string path) => File.Exists(path) ? File.ReadLines(path).FirstOrDefault() : null;
}
