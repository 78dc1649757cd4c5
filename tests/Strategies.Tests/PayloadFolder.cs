using System.Globalization;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests;

/// <summary>The files the tests send, made when first asked for and deleted at the end.</summary>
public sealed class PayloadFolder : IDisposable
{
    public const string Prefix = "filetransfer-tests-";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory(Prefix);
    private readonly Dictionary<(int Size, int Seed), TestPayload> _payloads = [];

    public TestPayload Get(int size, int seed = 1)
    {
        if (!_payloads.TryGetValue((size, seed), out TestPayload? payload))
        {
            byte[] content = Content(size, seed);
            string path = PathOf(string.Create(CultureInfo.InvariantCulture, $"{size}-{seed}"));
            File.WriteAllBytes(path, content);
            _payloads[(size, seed)] = payload = new TestPayload(new Payload(path, size), ChecksumOf(content));
        }

        return payload;
    }

    /// <summary>A payload whose file has another length than it says; the checksum is that of the part both have.</summary>
    public TestPayload Lying(int announced, int onDisk)
    {
        byte[] content = Content(onDisk, seed: 3);
        string path = PathOf(string.Create(CultureInfo.InvariantCulture, $"{announced}-on-disk-{onDisk}"));
        File.WriteAllBytes(path, content);
        return new TestPayload(new Payload(path, announced), ChecksumOf(content.AsSpan(0, Math.Min(announced, onDisk))));
    }

    /// <summary>A small payload in a file with a name of its own.</summary>
    public TestPayload Named(string name)
    {
        byte[] content = Content(5000, seed: 4);
        string path = PathOf(name);
        File.WriteAllBytes(path, content);
        return new TestPayload(new Payload(path, content.Length), ChecksumOf(content));
    }

    public Payload Missing(int announced) => new(PathOf("missing"), announced);

    public void Dispose() => _folder.Delete(recursive: true);

    private static byte[] Content(int size, int seed)
    {
        byte[] content = new byte[size];
        new Random(seed).NextBytes(content);
        return content;
    }

    private static uint ChecksumOf(ReadOnlySpan<byte> content)
    {
        var crc = new Crc32C();
        crc.Append(content);
        return crc.Value;
    }

    private string PathOf(string name) => Path.Combine(_folder.FullName, name);
}
