namespace FileTransfer.Strategies.Tests;

/// <summary>The files this process has mapped into memory: /proc/self/maps.</summary>
internal static class Mappings
{
    /// <summary>How many mappings of a file there are now; 0 where they cannot be listed.</summary>
    public static int Of(string path) => OpenDescriptors.CanBeListed
        ? File.ReadLines("/proc/self/maps").Count(line => line.EndsWith(path, StringComparison.Ordinal))
        : 0;
}
