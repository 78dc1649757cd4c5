using System.Diagnostics;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Links;

/// <summary>Programs of the system that set up a link: ip(8), tc(8), nsenter(1), unshare(1).</summary>
internal static class SystemProgram
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(30);

    /// <summary>Path of a program, in PATH or where only root's PATH leads.</summary>
    /// <exception cref="UsageException">It is not installed.</exception>
    public static string Find(string name) =>
        ((string[])[.. (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':'), "/usr/sbin", "/sbin", "/usr/bin", "/bin"])
            .Where(folder => folder.Length > 0)
            .Select(folder => Path.Combine(folder, name))
            .FirstOrDefault(File.Exists)
        ?? throw new UsageException($"--link needs {name}(8); install iproute2 and util-linux");

    /// <summary>Runs a program in the network namespace of the calling thread; what it printed.</summary>
    /// <param name="name">The program.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <param name="input">Its standard input.</param>
    /// <exception cref="UsageException">It failed; the message is its own.</exception>
    public static string Run(string name, IEnumerable<string> arguments, string input = "")
    {
        ProcessEnd end = Try(name, arguments, input);
        return end.ExitCode == 0
            ? end.Output
            : throw new UsageException(
                $"--link: '{name} {string.Join(' ', arguments)}' ended with {end.ExitCode}: {end.Errors.Trim().ReplaceLineEndings(" ")}");
    }

    /// <summary>Runs a program in the network namespace of the calling thread, whatever comes of it.</summary>
    public static ProcessEnd Try(string name, IEnumerable<string> arguments, string input = "")
    {
        try
        {
            return ChildProcess.RunAsync(
                new ProcessStartInfo(Find(name), arguments),
                exception => new UsageException($"--link: '{name}' cannot be run: {exception.Message}"),
                s_limit,
                CancellationToken.None,
                input).GetAwaiter().GetResult();
        }
        catch (TimeoutException)
        {
            throw new UsageException($"--link: '{name} {string.Join(' ', arguments)}' did not end within {s_limit.TotalSeconds:0} s");
        }
    }
}
