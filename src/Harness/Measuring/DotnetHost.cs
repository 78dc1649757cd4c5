using System.Runtime.InteropServices;

namespace FileTransfer.Harness.Measuring;

/// <summary>The dotnet program that this process itself runs on, for the processes it starts.</summary>
internal static class DotnetHost
{
    /// <summary>Its path: the runtime's folder, &lt;root&gt;/shared/Microsoft.NETCore.App/&lt;version&gt;/, tells the root.</summary>
    public static string Path { get; } = Find();

    private static string Find()
    {
        string root = System.IO.Path.GetFullPath(System.IO.Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", ".."));
        string host = System.IO.Path.Combine(root, OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet");
        return File.Exists(host) ? host : "dotnet";
    }
}
