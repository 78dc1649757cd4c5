namespace FileTransfer.Server.Downloads;

/// <summary>Finds the file that the target of a request names, and the way of sending it, for one connection.</summary>
/// <remarks>A target that is the same object as the one before is not read again; the file is opened every time.</remarks>
/// <param name="folder">The served files; null when the server was told none.</param>
/// <param name="ways">Ways of sending; stay the caller's.</param>
internal sealed class FileFinder(ServedFolder? folder, SocketWays ways)
{
    private string _target = "";
    private string _name = "";
    private IFileSending? _way;

    /// <summary>Opens the file.</summary>
    /// <param name="target">The target, as the client wrote it.</param>
    /// <param name="file">The file, which is the caller's.</param>
    /// <param name="way">How to send it.</param>
    /// <returns>Null, or why it is not served.</returns>
    public Refusal? Find(string target, out ServedFile? file, out IFileSending? way)
    {
        file = null;
        way = null;
        if (!ReferenceEquals(target, _target))
        {
            _target = "";
            if (Read(target) is { } refusal)
            {
                return refusal;
            }

            _target = target;
        }

        way = _way;
        return folder is null
            ? Refusal.NotFound("this server serves no files: start it with --files and a folder")
            : folder.OpenFile(_name, out file);
    }

    /// <summary>Gives the memory of the last target back, and the way, which may be closed.</summary>
    public void Forget()
    {
        _target = _name = "";
        _way = null;
    }

    private Refusal? Read(string target) => DownloadTarget.IsOne(target)
        ? DownloadTarget.Parse(target, out string way, out _name) ?? ways.Find(way, out _way)
        : Refusal.NotFound("ask for /serve/WAY/NAME");
}
