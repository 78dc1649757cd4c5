using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Machine;

/// <summary>
/// Whether another program imitates the system or the processor that this process runs on: what works there shows that it works, and no
/// time that is measured there is a figure of any machine.
/// </summary>
internal static class Emulation
{
    private const string Qemu = "qemu-";

    /// <summary>What imitates, such as "wine 8.0" or "qemu-aarch64"; null on a system of its own.</summary>
    public static string? Name { get; } =
        OperatingSystem.IsWindows() ? Wine() : OperatingSystem.IsLinux() ? EmulatorOf(RuntimeInformation.ProcessArchitecture) : null;

    /// <summary>wine's ntdll has a function that Windows has not.</summary>
    private static unsafe string? Wine() =>
        NativeLibrary.TryLoad("ntdll.dll", out nint library) && NativeLibrary.TryGetExport(library, "wine_get_version", out nint function)
            ? $"wine {Marshal.PtrToStringUTF8((nint)((delegate* unmanaged<byte*>)function)())}"
            : null;

    /// <summary>
    /// The program that runs this one. qemu shows the emulated program as /proc/self/exe, and tells the truth under the other name.
    /// </summary>
    private static string? EmulatorOf(Architecture processor)
    {
        string? program = null;
        try
        {
            program = Path.GetFileName(File.ResolveLinkTarget("/proc/thread-self/exe", returnFinalTarget: false)?.FullName);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // Without /proc nobody tells.
        }

        return program?.StartsWith(Qemu, StringComparison.Ordinal) == true ? program.Replace("-static", "", StringComparison.Ordinal)
            // Only processors of the x86 family have it.
            : processor == Architecture.Arm64 && SystemFiles.OfThisMachine.Word("/proc/cpuinfo", "vendor_id") is not null ? "qemu-aarch64"
            : null;
    }
}
