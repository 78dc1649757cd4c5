using System.Globalization;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests;

/// <summary>
/// Files of zeros but for a few marks, made when first asked for and deleted at the end: long, but next to nothing is
/// written to the disk.
/// </summary>
public sealed class SparseFiles : IDisposable
{
    private const long GiB = 1L << 30;

    private readonly Dictionary<long, TestPayload> _files = [];
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory(PayloadFolder.Prefix);

    /// <summary>A file with marks at its beginning, at each GiB and at its end, no two alike.</summary>
    public TestPayload Get(long length)
    {
        lock (_files)
        {
            return Find(length);
        }
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private TestPayload Find(long length)
    {
        if (_files.TryGetValue(length, out TestPayload? known))
        {
            return known;
        }

        var payload = new Payload(Path.Combine(_folder.FullName, length.ToString(CultureInfo.InvariantCulture)), length);
        using FileStream file = File.Create(payload.Path);
        file.SetLength(length);
        byte mark = 1;
        for (long offset = 0; offset < length; offset += GiB)
        {
            file.Position = offset;
            file.WriteByte(mark++);
        }

        file.Position = length - 1;
        file.WriteByte(mark);
        return _files[length] = new TestPayload(payload, ChecksumOf(file));
    }

    private static uint ChecksumOf(FileStream file)
    {
        var crc = new Crc32C();
        byte[] buffer = new byte[1 << 20];
        file.Position = 0;
        for (int count; (count = file.Read(buffer)) > 0;)
        {
            crc.Append(buffer.AsSpan(0, count));
        }

        return crc.Value;
    }
}
