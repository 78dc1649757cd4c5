using System.ComponentModel;
using System.Diagnostics;
using FileTransfer.Harness.Tests.Commands;

namespace FileTransfer.Harness.Tests.Proof;

/// <summary>The real program under strace(1): what it asks of the kernel, and what it does when the kernel answers otherwise.</summary>
internal static class Strace
{
    private static readonly Lazy<string?> s_obstacle = new(FindObstacle);

    /// <summary>Skips the test, with the reason, where nothing can be traced.</summary>
    public static void SkipUnlessPossible() => Assert.SkipWhen(s_obstacle.Value is not null, s_obstacle.Value ?? "");

    /// <summary>Runs the program while the kernel answers some calls with an error, without doing what they ask.</summary>
    /// <param name="injection">As strace -e inject= takes it: "sendfile:error=EIO:when=3+".</param>
    /// <param name="arguments">Of the program.</param>
    public static Task<(int ExitCode, string Output, string Errors)> InjectAsync(string injection, params string[] arguments)
    {
        string calls = injection[..injection.IndexOf(':', StringComparison.Ordinal)];
        return HarnessProcess.RunUnderAsync(
            [
                "strace", "-f", "--seccomp-bpf", "-qq", "-o", "/dev/null",
                "-e", $"trace={calls}", "-e", $"inject={injection}", "-e", "signal=none",
            ],
            arguments);
    }

    private static string? FindObstacle()
    {
        if (!OperatingSystem.IsLinux())
        {
            return "system calls are proven on Linux: needs Linux";
        }

        try
        {
            using Process strace = Process.Start(new ProcessStartInfo("strace", ["-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", "true"])
            {
                RedirectStandardError = true,
            })!;
            string errors = strace.StandardError.ReadToEnd();
            strace.WaitForExit();
            return strace.ExitCode == 0 ? null : $"strace cannot trace here: {errors.Trim()}";
        }
        catch (Win32Exception)
        {
            return "needs strace";
        }
    }
}
