using FileTransfer.Harness.Tests.Commands;

namespace FileTransfer.Harness.Tests.Releases;

/// <summary>A release of the source tree as it is now, for all tests that install something of it.</summary>
/// <remarks>
/// Making it takes longer than anything else of the exhaustive tests, and four classes wait for it. It is begun before the first test then,
/// else when the first asks, and comes before other builds (<see cref="Dotnet.TryAsync(string, string, string[])"/>).
/// </remarks>
public sealed class Release : IAsyncDisposable
{
    /// <summary>Its version.</summary>
    public const string Version = "0.1.0-test.1";

    /// <summary>Its notes.</summary>
    public const string Notes = "### Sending\n- It sends.\n\n### Receiving\n- It receives.\n";

    private const string Tag = $"v{Version}";

    private readonly TemporaryFolder _folder = new();
    private readonly CancellationTokenSource _end = new();
    private readonly Lazy<Task<string>> _made;

    /// <summary>Begins it, where the tests that need it run.</summary>
    public Release()
    {
        _made = new Lazy<Task<string>>(MakeAsync);
        if (Exhaustive.IsAskedFor)
        {
            _ = _made.Value;
        }
    }

    /// <summary>The repository that it was made of, with <see cref="Tag"/>.</summary>
    internal string Source => _folder.File("source");

    /// <summary>The folder that scripts/release.sh has made.</summary>
    public Task<string> FolderAsync() => _made.Value;

    /// <summary>Path of a file of it.</summary>
    public async Task<string> FileAsync(string name)
    {
        string path = Path.Combine(await FolderAsync(), name);
        Assert.True(File.Exists(path), $"the release has no {name}");
        return path;
    }

    /// <summary>Unpacks the archive for a platform with tar, or unzip, into a folder; returns the folder of the program.</summary>
    public async Task<string> UnpackAsync(string platform, string folder)
    {
        string name = $"filetransfer-{Version}-{platform}";
        Directory.CreateDirectory(folder);
        await (platform.StartsWith("win-", StringComparison.Ordinal)
            ? Dotnet.RunProgramAsync(folder, "unzip", "-q", await FileAsync($"{name}.zip"))
            : Dotnet.RunProgramAsync(folder, "tar", "-xzf", await FileAsync($"{name}.tar.gz")));
        Assert.Equal([Path.Combine(folder, name)], Directory.GetFileSystemEntries(folder));
        return Path.Combine(folder, name);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        if (_made.IsValueCreated)
        {
            // Who asked for it was told how it ended.
            await _made.Value.ContinueWith(_ => { }, TaskScheduler.Default);
        }

        _end.Dispose();
        _folder.Dispose();
    }

    private async Task<string> MakeAsync()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "scripts/release.sh needs the tools of Linux");
        await SourceCopy.MakeAsync(Source, $"# Changelog\n\n## Unreleased\n\n{Notes}\n## 0.0.1\n\n- It was there.\n");
        await SourceCopy.GitAsync(Source, "tag", Tag);
        string made = _folder.File("release");
        (int exitCode, string output) = await Dotnet.TryAsync(
            Dotnet.StartOf(Source, Path.Combine(Source, "scripts", "release.sh"), Tag, made), _end.Token);
        Assert.True(exitCode == 0, $"scripts/release.sh ended with {exitCode}:\n{output}");
        return made;
    }
}

