using System.Globalization;

namespace FileTransfer.Strategies.Tests;

/// <summary>Files without content, made when first asked for and deleted at the end: long, but nothing is written to the disk.</summary>
public sealed class SparseFiles : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory(PayloadFolder.Prefix);

    public Payload Get(long length)
    {
        var payload = new Payload(Path.Combine(_folder.FullName, length.ToString(CultureInfo.InvariantCulture)), length);
        if (!File.Exists(payload.Path))
        {
            using FileStream file = File.Create(payload.Path);
            file.SetLength(length);
        }

        return payload;
    }

    public void Dispose() => _folder.Delete(recursive: true);
}
