using System.Security.Cryptography;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Foreign;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Senders.Launching;

/// <summary>A file that a server of another make had before the measurement: every response must bring it again.</summary>
internal static class FetchedPayload
{
    /// <summary>Longest file that is fetched, in bytes.</summary>
    public const long Most = 1L << 30;

    /// <summary>Folder of the fetched files, one per user.</summary>
    public static string Folder { get; } = Path.Combine(Path.GetDirectoryName(PayloadStore.Folder)!, "fetched");

    /// <summary>Fetches the file, and keeps it under a name that follows from its content.</summary>
    /// <exception cref="TransferException">The server has no such file, or it is too long, too slow or empty.</exception>
    public static async Task<SizedPayload> GetAsync(UrlTarget target, string transport, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(Folder);
        string partial = Path.Combine(Folder, Path.GetRandomFileName());
        try
        {
            long length;
            string name;
            // Only its user can read it: it may have come for a password in a header.
            var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.ReadWrite };
            if (!OperatingSystem.IsWindows())
            {
                options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
            }

            using (var file = new FileStream(partial, options))
            {
                length = await UrlFetch.ToAsync(target, Transport.HttpVersion(transport), Most, file, cancellationToken);
                file.Position = 0;
                name = Convert.ToHexStringLower(await SHA256.HashDataAsync(file, cancellationToken));
            }

            string path = Path.Combine(Folder, name);
            if (!File.Exists(path) || new FileInfo(path).Length != length)
            {
                File.Move(partial, path, overwrite: true);
            }

            return new SizedPayload(new ByteSize(length).ToString(), new Payload(path, length));
        }
        catch (TransferException exception)
        {
            throw new TransferException(exception.Kind, $"{target.Url}: {exception.Message}", exception);
        }
        finally
        {
            File.Delete(partial);
        }
    }
}
