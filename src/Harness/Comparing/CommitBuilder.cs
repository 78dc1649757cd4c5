using System.Diagnostics;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Processes;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Comparing;

/// <summary>Builds a commit of the repository in the current folder, apart from the working tree.</summary>
internal static class CommitBuilder
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(15);

    /// <summary>The harness in a folder: in it, or where a release build puts it; null when it is not there.</summary>
    public static ProgramFile? Find(string folder) =>
        ((string[])["", Path.Combine("artifacts", "bin", "FileTransfer.Harness", "release")])
            .Select(part => Path.Combine(folder, part, ThisProgram.Harness))
            .Select(Path.GetFullPath)
            .Where(File.Exists)
            .Select(path => new ProgramFile(path, ThisProgram.Name))
            .FirstOrDefault();

    /// <summary>The full hash of a commit; null when there is none of that name, or no repository.</summary>
    public static async Task<string?> ResolveAsync(string name, CancellationToken cancellationToken)
    {
        ProcessEnd end = await RunAsync(
            "git", ["rev-parse", "--verify", "--quiet", $"{name}^{{commit}}"], Environment.CurrentDirectory, cancellationToken);
        return end.ExitCode == 0 ? end.Output.Trim() : null;
    }

    /// <summary>Checks out and builds a commit, unless that has been done before; returns its harness.</summary>
    /// <param name="hash">Full hash of the commit.</param>
    /// <param name="progress">What is being done, for the user.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="UsageException">It does not build; the message has the errors.</exception>
    public static async Task<ProgramFile> BuildAsync(string hash, TextWriter progress, CancellationToken cancellationToken)
    {
        string folder = Path.Combine(Path.GetTempPath(), "filetransfer-builds", hash);
        if (Find(folder) is { } built)
        {
            return built;
        }

        await progress.WriteLineAsync($"building {hash[..12]}");
        string source = $"{folder}.{Environment.ProcessId}";
        try
        {
            await RequireAsync(
                "git",
                ["clone", "--quiet", "--no-checkout", Environment.CurrentDirectory, source],
                Environment.CurrentDirectory);
            await RequireAsync("git", ["checkout", "--quiet", hash], source);
            await RequireAsync("dotnet", ["build", "src/Harness", "-c", "Release", "--nologo", "-v", "quiet"], source);
            if (Find(source) is null)
            {
                throw new UsageException(
                    $"commit {hash[..12]} builds, and makes no {ThisProgram.Harness}: it is no version of this program");
            }

            Directory.Move(source, folder);
            return Find(folder)!;
        }
        catch
        {
            if (Directory.Exists(source))
            {
                Directory.Delete(source, recursive: true);
            }

            throw;
        }

        async Task RequireAsync(string program, string[] arguments, string where)
        {
            ProcessEnd end = await RunAsync(program, arguments, where, cancellationToken);
            if (end.ExitCode != 0)
            {
                string[] lines = [.. $"{end.Output}\n{end.Errors}"
                    .Split('\n')
                    .Where(line => line.Contains("error", StringComparison.OrdinalIgnoreCase))];
                throw new UsageException(
                    $"commit {hash[..12]} cannot be built: '{program} {string.Join(' ', arguments)}' ended with {end.ExitCode}: "
                    + string.Join(" ", lines.Distinct().Take(3).Select(line => line.Trim())));
            }
        }
    }

    private static async Task<ProcessEnd> RunAsync(
        string program,
        string[] arguments,
        string folder,
        CancellationToken cancellationToken)
    {
        try
        {
            return await ChildProcess.RunAsync(
                new ProcessStartInfo(program, arguments) { WorkingDirectory = folder },
                exception => new UsageException(
                    $"'{program}' cannot be run: {exception.Message}; install it, or name a folder with a build"),
                s_limit,
                cancellationToken,
                input: "");
        }
        catch (TimeoutException)
        {
            throw new UsageException($"'{program} {string.Join(' ', arguments)}' did not end within {s_limit.TotalMinutes:0} min");
        }
    }
}
