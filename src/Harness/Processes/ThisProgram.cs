using System.Reflection;

namespace FileTransfer.Harness.Processes;

/// <summary>The program that processes of a run are started from: this one, or the one that has its commands and more.</summary>
internal static class ThisProgram
{
    /// <summary>Name of the assembly metadata by which another program says that it starts senders as this one does.</summary>
    public const string Mark = "FileTransfer.StartsSenders";

    /// <summary>Name of its executable.</summary>
    public const string Name = "filetransfer";

    /// <summary>Its file.</summary>
    public static ProgramFile File { get; } = new(
        (Assembly.GetEntryAssembly() is { } entry && IsMarked(entry) ? entry : typeof(ThisProgram).Assembly).Location, Name);

    private static bool IsMarked(Assembly assembly) =>
        assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Any(attribute => attribute.Key == Mark);
}
