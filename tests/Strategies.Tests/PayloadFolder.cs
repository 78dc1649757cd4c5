using System.Collections.Concurrent;
using System.Globalization;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests;

/// <summary>The files the tests send, made when first asked for and deleted at the end; for any number of tests at once.</summary>
/// <remarks>Whoever changes a file asks for one of its own: <see cref="Lying"/>, <see cref="Zeros"/>, <see cref="Named"/>.</remarks>
public sealed class PayloadFolder : IDisposable
{
    public const string Prefix = "filetransfer-tests-";

    /// <summary>The folder, which the live receivers serve as well.</summary>
    public static string Root { get; } = Directory.CreateTempSubdirectory(Prefix).FullName;

    private const int LongestContent = 20 << 20;

    /// <summary>Bytes between the contents of two seeds.</summary>
    private const int Apart = 1009;

    private static readonly Lazy<byte[]> s_random = new(() =>
    {
        byte[] bytes = new byte[LongestContent];
        new Random(1).NextBytes(bytes);
        return bytes;
    });

    private readonly DirectoryInfo _folder = new(Root);
    private readonly ConcurrentDictionary<(int Size, int Seed), Lazy<TestPayload>> _payloads = [];
    private int _files;

    /// <summary>A file that is shared, and never changed.</summary>
    public TestPayload Get(int size, int seed = 1) =>
        _payloads.GetOrAdd(
            (size, seed),
            _ => new(() => Write(string.Create(CultureInfo.InvariantCulture, $"{size}-{seed}"), size, size, seed))).Value;

    /// <summary>A file of its own whose length differs from the payload's; the checksum is that of the part both have.</summary>
    public TestPayload Lying(int announced, int onDisk) => Write(OwnName(), announced, onDisk, seed: 3);

    /// <summary>A file of its own, all zeros, of which next to nothing is written to the disk.</summary>
    public Payload Zeros(int size)
    {
        string path = PathOf(OwnName());
        using FileStream file = File.Create(path);
        file.SetLength(size);
        return new Payload(path, size);
    }

    /// <summary>A small payload in a file with a name of its own.</summary>
    public TestPayload Named(string name) => Write(name, 5000, 5000, seed: 4);

    public Payload Missing(int announced) => new(PathOf("missing"), announced);

    public void Dispose() => _folder.Delete(recursive: true);

    private TestPayload Write(string name, int announced, int onDisk, int seed)
    {
        ReadOnlySpan<byte> content = s_random.Value.AsSpan(seed * Apart, onDisk);
        string path = PathOf(name);
        File.WriteAllBytes(path, content);
        var crc = new Crc32C();
        crc.Append(content[..Math.Min(announced, onDisk)]);
        return new TestPayload(new Payload(path, announced), crc.Value);
    }

    private string OwnName() => string.Create(CultureInfo.InvariantCulture, $"own-{Interlocked.Increment(ref _files)}");

    private string PathOf(string name) => Path.Combine(_folder.FullName, name);
}
