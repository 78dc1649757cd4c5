using System.Diagnostics;
using System.Security.Cryptography;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Tests.Releases;

/// <summary>What scripts/release.sh makes: all of it, the same each time, and what it says when it cannot.</summary>
[Collection(Dotnet.Builds)]
public sealed class ReleaseTests(Release release)
{
    private static readonly string[] s_packages =
    [
        "FileTransfer.BenchmarkDotNet", "FileTransfer.FileSender", "FileTransfer.FileSender.AspNetCore", "FileTransfer.Strategies",
        "FileTransfer.Strategies.Testing", "FileTransfer.Templates", "filetransfer",
    ];

    [ExhaustiveFact]
    public async Task Release_HasEverythingAndItsSums()
    {
        string folder = await release.FolderAsync();
        string[] expected =
        [
            .. s_packages.Select(id => $"{id}.{Release.Version}.nupkg"),
            // Templates have no code.
            .. s_packages.Where(id => id != "FileTransfer.Templates").Select(id => $"{id}.{Release.Version}.snupkg"),
            .. ((string[])["linux-arm64", "linux-x64", "osx-arm64"])
                .Select(platform => $"filetransfer-{Release.Version}-{platform}.tar.gz"),
            $"filetransfer-{Release.Version}-win-x64.zip", "release-notes.md",
        ];
        string sums = await ReadAsync(folder, "SHA256SUMS");

        Assert.Equal(
            expected.Append("SHA256SUMS").Order(StringComparer.Ordinal),
            Directory.GetFiles(folder).Select(Path.GetFileName).Order(StringComparer.Ordinal));
        Assert.Equal(string.Concat(expected.Order(StringComparer.Ordinal).Select(name => $"{HashOf(folder, name)}  {name}\n")), sums);
        Assert.Equal(Release.Notes, await ReadAsync(folder, "release-notes.md"));
    }

    /// <summary>In another folder, by another user's settings, on another day.</summary>
    [ExhaustiveFact]
    public async Task Release_MadeAgainElsewhere_HasTheSameBytes()
    {
        string folder = await release.FolderAsync();
        using var elsewhere = new TemporaryFolder();
        string source = elsewhere.File("another place with a longer name");
        string again = elsewhere.File("again");
        await SourceCopy.GitAsync(elsewhere.Path, "clone", "--quiet", release.Source, source);
        await Dotnet.RunProgramAsync(
            source, "env", "TZ=Asia/Tokyo", "LANG=C.UTF-8", "sh", "-c", "umask 077; exec scripts/release.sh \"$@\"", "sh",
            $"v{Release.Version}", again, "win-x64");

        string[] files = [.. Directory.GetFiles(again).Select(path => Path.GetFileName(path)).Where(name => name != "SHA256SUMS")];
        Assert.Equal(s_packages.Length + s_packages.Length - 1 + 2, files.Length);
        Assert.Equal(files.Select(name => (name, HashOf(folder, name))), files.Select(name => (name, HashOf(again, name))));
    }

    [ExhaustiveFact]
    public async Task Release_WithoutTagNotesOrRoom_SaysSoAndLeavesNothing()
    {
        await release.FolderAsync();
        using var folder = new TemporaryFolder();
        string source = folder.File("source");
        await SourceCopy.GitAsync(folder.Path, "clone", "--quiet", release.Source, source);
        await SourceCopy.GitAsync(source, "tag", "v0.2.0");
        string made = folder.File("made");

        await RefusesAsync("'0.1.0' is no tag of a version, such as v0.1.0 or v0.1.0-rc.1", "0.1.0", made);
        await RefusesAsync("there is no tag v9.9.9; 'git tag v9.9.9' names the commit to release", "v9.9.9", made);
        await RefusesAsync("CHANGELOG.md of v0.2.0 has nothing under '## 0.2.0'", "v0.2.0", made);
        await RefusesAsync($"{source} exists already; remove it, or name another folder", "v0.2.0", source);
        await RefusesAsync("usage: scripts/release.sh TAG [FOLDER [PLATFORM…]]");
        Assert.False(Path.Exists(made));

        async Task RefusesAsync(string message, params string[] arguments)
        {
            (int exitCode, string output) = await Dotnet.TryAsync(source, "scripts/release.sh", arguments);
            Assert.Equal((ExitCode.Usage, $"release.sh: {message}"), (exitCode, output.TrimEnd().Split('\n')[^1]));
        }
    }

    /// <summary>By one command, without .NET, where nothing can be written but into the current folder.</summary>
    [ExhaustiveFact]
    public async Task Archive_InAFolderThatIsReadOnly_MeasuresIntoTheCurrentFolder()
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "needs root to mount a folder read-only");
        using var folder = new TemporaryFolder();
        string program = await release.UnpackAsync("linux-x64", folder.File("with a space"));
        const string ReadOnly = """
            mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && ! touch "$0/x" 2> /dev/null
            exec env --unset=DOTNET_ROOT PATH=/nowhere "$@"
            """;

        string output = await Dotnet.RunProgramAsync(
            folder.Path, "unshare", "--mount", "sh", "-e", "-c", ReadOnly, program,
            Path.Combine(program, "filetransfer"), "bench", "--profile", "smoke", "--sizes", "1M", "--affinity", "none");

        Assert.Matches(@"(?m)^ +1M +send-file +[0-9]", output);
        Assert.Contains("No verdict: a smoke run only shows that everything works", output, StringComparison.Ordinal);
        Assert.True(Directory.Exists(folder.File("results")), output);
    }

    /// <summary>Neither has the tags that the version comes from.</summary>
    [ExhaustiveTheory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Source_ShallowOrWithoutARepository_BuildsAsTheVersionThatIsWorkedOn(bool isClone)
    {
        using var folder = new TemporaryFolder();
        string copy = folder.File("copy");
        string source = folder.File("source");
        await SourceCopy.MakeAsync(copy, "");
        await SourceCopy.GitAsync(folder.Path, "clone", "--quiet", "--depth", "1", new Uri(copy).AbsoluteUri, source);
        if (!isClone)
        {
            Directory.Delete(Path.Combine(source, ".git"), recursive: true);
        }

        await Dotnet.RunAsync(source, "restore", "src/FileSender", "--locked-mode");
        await Dotnet.RunAsync(source, "build", "src/FileSender", "-c", "Release", "--no-restore", "--nologo", "-p:Strict=false");

        string assembly = Path.Combine(source, "artifacts", "bin", "FileTransfer.FileSender", "release", "FileTransfer.FileSender.dll");
        string commit = isClone ? "+" + (await SourceCopy.GitAsync(source, "rev-parse", "HEAD")).Trim() : "";
        Assert.Equal($"0.1.0-dev{commit}", FileVersionInfo.GetVersionInfo(assembly).ProductVersion);
    }

    private static string HashOf(string folder, string name)
    {
        using FileStream file = File.OpenRead(Path.Combine(folder, name));
        return Convert.ToHexStringLower(SHA256.HashData(file));
    }

    private static Task<string> ReadAsync(string folder, string name) =>
        File.ReadAllTextAsync(Path.Combine(folder, name), TestContext.Current.CancellationToken);
}
