using FileTransfer.Harness.Tests.Commands;

namespace FileTransfer.Harness.Tests.Releases;

/// <summary>The source tree as it is now, committed or not, in a repository of its own with one commit.</summary>
internal static class SourceCopy
{
    /// <summary>Makes it; skips the test where there is no repository that says which files are source.</summary>
    /// <param name="folder">A folder that does not exist.</param>
    /// <param name="changelog">What stands in CHANGELOG.md.</param>
    public static async Task MakeAsync(string folder, string changelog)
    {
        Assert.SkipUnless(Path.Exists(Path.Combine(Golden.Root, ".git")), "without a repository nobody knows which files are source");
        string files = await GitAsync(Golden.Root, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate");
        foreach (string file in files.Split('\0', StringSplitOptions.RemoveEmptyEntries))
        {
            // Nothing is built of the published runs, and one that was deleted is listed until that is committed.
            string source = Path.Combine(Golden.Root, file);
            if (!file.StartsWith("charts/", StringComparison.Ordinal) && File.Exists(source))
            {
                string target = Path.Combine(folder, file);
                Directory.CreateDirectory(Path.GetDirectoryName(target)!);
                File.Copy(source, target);
            }
        }

        await File.WriteAllTextAsync(Path.Combine(folder, "CHANGELOG.md"), changelog, TestContext.Current.CancellationToken);
        await GitAsync(folder, "init", "--quiet");
        await GitAsync(folder, "add", "--all");
        await GitAsync(folder, "-c", "user.name=Tests", "-c", "user.email=tests@localhost", "commit", "--quiet", "--message", "Copy");
    }

    /// <summary>Runs git in a folder.</summary>
    public static Task<string> GitAsync(string folder, params string[] arguments) => Dotnet.RunProgramAsync(folder, "git", arguments);
}
