namespace FileTransfer.Harness.Tests;

/// <summary>A folder of its own for one test.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("filetransfer-test-").FullName;

    /// <summary>Path of something in here, whether it exists or not.</summary>
    public string File(string name) => System.IO.Path.Combine(Path, name);

    /// <summary>A file of zeros.</summary>
    public string File(string name, int length)
    {
        string path = File(name);
        System.IO.File.WriteAllBytes(path, new byte[length]);
        return path;
    }

    /// <summary>The one run folder that was made in here.</summary>
    public string Run() => Assert.Single(Directory.GetDirectories(Path));

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
