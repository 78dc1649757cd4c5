namespace FileTransfer.Server.Receivers;

/// <summary>A folder for the sockets and named pipes of one receiver, that only this user can enter; removed with it.</summary>
/// <remarks>Whoever can open them can make the server drain, as on loopback.</remarks>
internal sealed class PrivateFolder : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("filetransfer-");

    /// <summary>Path of something in it.</summary>
    public string this[string name] => Path.Combine(_folder.FullName, name);

    /// <inheritdoc/>
    public void Dispose()
    {
        try
        {
            _folder.Delete(recursive: true);
        }
        catch (IOException)
        {
            // Somebody was quicker; nothing is left to be removed.
        }
    }
}
