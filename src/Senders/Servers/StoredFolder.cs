using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Senders.Servers;

/// <summary>A folder for the files that a server of the run receives, accessible to this user only; deleted with its content.</summary>
internal sealed class StoredFolder : IDisposable
{
    private StoredFolder(string path) => Path = path;

    /// <summary>Full path of the folder.</summary>
    public string Path { get; }

    /// <summary>Makes the folder where strategies need it; null where none does.</summary>
    /// <param name="strategies">The strategies of the run.</param>
    /// <param name="sender">Options of the run, which name the folder to make it in.</param>
    /// <exception cref="ServerException">It cannot be made.</exception>
    public static StoredFolder? For(IEnumerable<StrategyDescriptor> strategies, SenderOptions sender)
    {
        if (!strategies.Any(strategy => strategy.IsStored))
        {
            return null;
        }

        string parent = sender.StoreIn ?? System.IO.Path.GetTempPath();
        string path = System.IO.Path.GetFullPath(System.IO.Path.Combine(parent, $"filetransfer-kept-{Guid.NewGuid():N}"));
        try
        {
            if (OperatingSystem.IsWindows())
            {
                Directory.CreateDirectory(path);
            }
            else
            {
                Directory.CreateDirectory(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
            }

            return new StoredFolder(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new ServerException($"--keep: no folder can be made in {parent}: {exception.Message}");
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        try
        {
            Directory.Delete(Path, recursive: true);
        }
        catch (DirectoryNotFoundException)
        {
            // Somebody else has deleted it.
        }
    }
}
