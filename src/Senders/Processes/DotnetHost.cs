using System.Runtime.InteropServices;

namespace FileTransfer.Senders.Processes;

/// <summary>The dotnet host of this process, used to start further processes.</summary>
internal static class DotnetHost
{
    /// <summary>Its path, derived from the runtime's folder &lt;root&gt;/shared/Microsoft.NETCore.App/&lt;version&gt;/.</summary>
    public static string Path { get; } = Find();

    private static string Find()
    {
        string root = System.IO.Path.GetFullPath(System.IO.Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", ".."));
        string host = System.IO.Path.Combine(root, ProgramFile.WithExtension("dotnet"));
        return File.Exists(host) ? host : "dotnet";
    }
}
