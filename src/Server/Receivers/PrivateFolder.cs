namespace FileTransfer.Server.Receivers;

/// <summary>A folder for the sockets and named pipes of one receiver, accessible to this user only; deleted with the receiver.</summary>
/// <remarks>The server accepts data from every program that can open them, as on loopback.</remarks>
internal sealed class PrivateFolder : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("filetransfer-");

    /// <summary>Path of the entry <paramref name="name"/> in the folder.</summary>
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
            // Another program has deleted it already.
        }
    }
}
