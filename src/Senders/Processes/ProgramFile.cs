using System.Diagnostics;

namespace FileTransfer.Senders.Processes;

/// <summary>
/// A program of ours as a file, and how it is started: by its own executable where the runtime is beside it, and by a dotnet host
/// everywhere else.
/// </summary>
/// <param name="Assembly">Path of its assembly.</param>
/// <param name="Name">Name of its executable, without an extension.</param>
internal sealed record ProgramFile(string Assembly, string Name)
{
    /// <summary>What a self-contained program has beside it, and no other: the part of the host that finds the runtime.</summary>
    private static readonly string[] s_hostPolicies = ["libhostpolicy.so", "hostpolicy.dll", "libhostpolicy.dylib"];

    private static readonly string s_hostPolicy =
        s_hostPolicies[OperatingSystem.IsWindows() ? 1 : OperatingSystem.IsMacOS() ? 2 : 0];

    /// <summary>The dotnet host that starts it, where it does not bring the runtime.</summary>
    public string Host { get; init; } = DotnetHost.Path;

    /// <summary>True when the runtime is beside it: it was published self-contained.</summary>
    public bool BringsRuntime => File.Exists(Path.Combine(Folder, s_hostPolicy));

    /// <summary>True when the runtime of another operating system is beside it.</summary>
    public bool IsForAnotherSystem => !BringsRuntime && s_hostPolicies.Any(name => File.Exists(Path.Combine(Folder, name)));

    /// <summary>The words that start it.</summary>
    public IReadOnlyList<string> Command => BringsRuntime ? [Path.Combine(Folder, WithExtension(Name))] : [Host, Assembly];

    private string Folder => Path.GetDirectoryName(Assembly)!;

    /// <summary>The file name of an executable on this system.</summary>
    public static string WithExtension(string name) => OperatingSystem.IsWindows() ? $"{name}.exe" : name;

    /// <summary>What starts it with these arguments.</summary>
    public ProcessStartInfo StartWith(params IEnumerable<string> arguments)
    {
        IReadOnlyList<string> command = Command;
        return new ProcessStartInfo(command[0], [.. command.Skip(1), .. arguments]);
    }
}
