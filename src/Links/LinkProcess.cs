using System.Diagnostics;
using System.Text.Json;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Links;

/// <summary>Starts the process of a link.</summary>
internal static class LinkProcess
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    /// <summary>True when namespaces need a user namespace around them: user_namespaces(7).</summary>
    public static bool NeedsUserNamespace => !Environment.IsPrivilegedProcess;

    /// <summary>Starts it, and waits until the link is there. It ends by itself when its last user has gone, or none comes.</summary>
    /// <param name="program">The words that start what is to run as the link: this program, with <see cref="LinkProgram.Command"/>.</param>
    /// <param name="spec">What the link does.</param>
    /// <returns>Where the link is; or null and the exit code, when the process has told on standard error why there is none.</returns>
    public static (LinkReady? Ready, int ExitCode) Start(IReadOnlyList<string> program, LinkSpec spec)
    {
        string[] command = [.. program, LinkProgram.Command, spec.ToString()];
        ProcessStartInfo start = NeedsUserNamespace
            ? new ProcessStartInfo(SystemProgram.Find("unshare"), ["--user", "--map-root-user", "--", .. command])
            : new ProcessStartInfo(command[0], command[1..]);
        start.RedirectStandardInput = true;
        start.RedirectStandardOutput = true;
        Process process = ChildProcess.StartAsItIs(start, ChildProcess.NoRoomFor("the link"));
        Task<string?> line = process.StandardOutput.ReadLineAsync();
        if (!line.Wait(s_limit))
        {
            process.Kill();
            throw new UsageException(
                $"--link: the link was not ready within {s_limit.TotalSeconds:0} s; stop other programs and try again");
        }

        if (line.Result is { } ready)
        {
            try
            {
                return (LinkReady.Read(ready), ExitCode.Success);
            }
            catch (JsonException)
            {
                process.Kill();
                throw new UsageException($"--link: the process of the link printed '{ready}' instead of where it is");
            }
        }

        process.WaitForExit(s_limit);
        return (null, process.HasExited && process.ExitCode != ExitCode.Success ? process.ExitCode : ExitCode.Failed);
    }
}
