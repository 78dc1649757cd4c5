using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Senders.Launching;

/// <summary>Creates payload files of <see cref="GeneratedContent"/>, and keeps them between runs.</summary>
internal static class PayloadStore
{
    /// <summary>
    /// Number of bytes of an existing file that are compared: generating gigabytes for the comparison would take seconds.
    /// </summary>
    private const long MostCompared = 256 << 20;

    /// <summary>Folder of the generated files, one per user.</summary>
    public static string Folder { get; } = Path.Combine(Path.GetTempPath(), $"filetransfer-{Environment.UserName}", "payloads");

    /// <summary>The generated file of a size, created unless it exists.</summary>
    /// <exception cref="IOException">The disk is full, or the folder cannot be written.</exception>
    public static SizedPayload Get(ByteSize size, PayloadContent content = PayloadContent.Random)
    {
        Directory.CreateDirectory(Folder);
        string path = Path.Combine(Folder, content switch
        {
            PayloadContent.Numbers => $"{size}-numbers.txt",
            PayloadContent.Text => $"{size}-{GeneratedContent.Seed}.txt",
            _ => $"{size}-{GeneratedContent.Seed}.bin",
        });
        if (!File.Exists(path)
            || new FileInfo(path).Length != size.Bytes
            || !IsGenerated(path, size.Bytes, GeneratedContent.Chunks(content)))
        {
            Generate(path, size.Bytes, GeneratedContent.Chunks(content));
        }

        return new SizedPayload(size.ToString(), new Payload(path, size.Bytes) { Content = content });
    }

    /// <summary>The user's own file; a symbolic link is resolved, because the length and times of its target are checked later.</summary>
    /// <exception cref="UsageException">It is missing, not a regular file, unreadable or empty.</exception>
    public static SizedPayload FromFile(string path)
    {
        if (Directory.Exists(path))
        {
            throw new UsageException($"--file: {path} is a directory; name a file");
        }

        if (!File.Exists(path))
        {
            throw new UsageException($"--file: there is no file {path}");
        }

        try
        {
            if (FileKind.OtherThanRegular(path) is { } kind)
            {
                throw new UsageException($"--file: {path} is {kind}, which has no length of its own; name a regular file");
            }

            using FileStream file = File.OpenRead(path);
            return file.Length > 0
                ? new SizedPayload(
                    new ByteSize(file.Length).ToString(),
                    new Payload(File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? Path.GetFullPath(path), file.Length))
                : throw new UsageException($"--file: {path} is empty; there is nothing to measure");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"--file: {path} cannot be read: {exception.Message}");
        }
    }

    /// <summary>
    /// What a server has to be given to serve a payload: the folder of the generated files, or the user's file alone, because nothing
    /// else in its folder was meant to be read by others.
    /// </summary>
    public static string ServedFor(Payload payload) => Path.GetDirectoryName(payload.Path) == Folder ? Folder : payload.Path;

    /// <summary>True when an existing file has the generated content: another version, a crash or the user may have left another.</summary>
    private static bool IsGenerated(string path, long length, IEnumerable<byte[]> chunks)
    {
        byte[] found = new byte[1 << 20];
        using FileStream file = File.OpenRead(path);
        using IEnumerator<byte[]> source = chunks.GetEnumerator();
        for (long left = Math.Min(length, MostCompared); left > 0 && source.MoveNext(); left -= source.Current.Length)
        {
            int count = (int)Math.Min(left, source.Current.Length);
            if (file.ReadAtLeast(found.AsSpan(0, count), count, throwOnEndOfStream: false) != count
                || !found.AsSpan(0, count).SequenceEqual(source.Current.AsSpan(0, count)))
            {
                return false;
            }
        }

        return true;
    }

    private static void Generate(string path, long length, IEnumerable<byte[]> chunks)
    {
        // Renamed when complete, so that an interrupted run leaves no truncated file under the final name.
        string partial = $"{path}.{Environment.ProcessId}.partial";
        try
        {
            using (FileStream file = File.Create(partial))
            {
                using IEnumerator<byte[]> source = chunks.GetEnumerator();
                for (long left = length; left > 0 && source.MoveNext(); left -= source.Current.Length)
                {
                    file.Write(source.Current, 0, (int)Math.Min(left, source.Current.Length));
                }
            }

            File.Move(partial, path, overwrite: true);
        }
        finally
        {
            File.Delete(partial);
        }
    }
}
