using System.Reflection;

namespace FileTransfer.Senders.Processes;

/// <summary>The program that processes of a run are started from: this one, or the one that has its commands and more.</summary>
internal static class ThisProgram
{
    /// <summary>Name of the assembly metadata by which another program says that it starts senders as this one does.</summary>
    public const string Mark = "FileTransfer.StartsSenders";

    /// <summary>Name of its executable.</summary>
    public const string Name = "filetransfer";

    /// <summary>The harness, as it is built and published.</summary>
    public const string Harness = "FileTransfer.Harness.dll";

    /// <summary>Its file: the running program if it is marked, else the harness beside this assembly, as where tests run.</summary>
    public static ProgramFile File { get; } = new(
        Assembly.GetEntryAssembly() is { } entry && IsMarked(entry)
            ? entry.Location
            : Path.Combine(Path.GetDirectoryName(typeof(ThisProgram).Assembly.Location)!, Harness),
        Name);

    private static bool IsMarked(Assembly assembly) =>
        assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Any(attribute => attribute.Key == Mark);
}
