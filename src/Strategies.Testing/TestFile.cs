using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Testing;

/// <summary>A temporary file of pseudo-random bytes.</summary>
internal sealed class TestFile : IDisposable
{
    /// <param name="length">Length in bytes.</param>
    /// <param name="variant">Files of the same length and different variants differ in every byte.</param>
    public TestFile(int length, byte variant = 0)
    {
        byte[] content = GeneratedContent.Bytes(PayloadContent.Random, length);
        for (int i = 0; i < length; i++)
        {
            content[i] ^= variant;
        }

        string path = Path.GetTempFileName();
        File.WriteAllBytes(path, content);
        Payload = new Payload(path, length);
        var crc = new Crc32C();
        crc.Append(content);
        Crc32C = crc.Value;
    }

    /// <summary>The payload.</summary>
    public Payload Payload { get; }

    /// <summary>CRC-32C of its content.</summary>
    public uint Crc32C { get; }

    /// <summary>Cuts the file short; the payload still announces the whole length.</summary>
    public void Truncate(long length)
    {
        using FileStream file = File.OpenWrite(Payload.Path);
        file.SetLength(length);
    }

    /// <summary>How many descriptors of this process lead to the file; null where that cannot be told.</summary>
    public int? CountOpen() => OperatingSystem.IsLinux()
        ? Directory.EnumerateFiles("/proc/self/fd").Count(descriptor => TargetOf(descriptor) == Payload.Path)
        : null;

    /// <inheritdoc/>
    public void Dispose() => File.Delete(Payload.Path);

    private static string? TargetOf(string descriptor)
    {
        try
        {
            return new FileInfo(descriptor).LinkTarget;
        }
        catch (IOException)
        {
            // Closed since it was listed.
            return null;
        }
    }
}
