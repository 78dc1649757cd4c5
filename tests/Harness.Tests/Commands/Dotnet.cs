using System.Diagnostics;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>Runs the SDK and what it made, as a user would, and waits for the end.</summary>
internal static class Dotnet
{
    /// <summary>Collection of the tests that build: several builds at once leave other tests no processor for half a minute.</summary>
    public const string Builds = "builds";

    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(40);

    /// <summary>Runs <c>dotnet</c> in a folder, and returns what it printed; fails the test when it fails.</summary>
    public static Task<string> RunAsync(string folder, params string[] arguments) => RunProgramAsync(folder, "dotnet", arguments);

    /// <summary>Lets a program restore the packages of a folder, into a cache of its own.</summary>
    public static Task UsePackagesAsync(string program, TemporaryFolder folder, string packages) => File.WriteAllTextAsync(
        Path.Combine(program, "nuget.config"),
        $"""
        <configuration>
          <packageSources><add key="packed" value="{packages}" /></packageSources>
          <config><add key="globalPackagesFolder" value="{folder.File("packages-cache")}" /></config>
        </configuration>
        """,
        TestContext.Current.CancellationToken);

    /// <summary>Runs a program in a folder, and returns what it printed; fails the test when it fails.</summary>
    public static async Task<string> RunProgramAsync(string folder, string program, params string[] arguments)
    {
        (int exitCode, string output) = await TryAsync(folder, program, arguments);
        Assert.True(exitCode == 0, $"{program} {string.Join(' ', arguments)} ended with {exitCode}:\n{output}");
        return output;
    }

    /// <summary>Runs a program in a folder; returns its exit code and all that it printed.</summary>
    public static Task<(int ExitCode, string Output)> TryAsync(string folder, string program, params string[] arguments)
    {
        // A build takes every processor for minutes. Tests beside it that have limits come first.
        return TryAsync(OperatingSystem.IsWindows()
            ? StartOf(folder, program, arguments)
            : StartOf(folder, "nice", ["-n", "6", program, .. arguments]));
    }

    /// <summary>How to start a program that builds, in a folder.</summary>
    public static ProcessStartInfo StartOf(string folder, string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments) { WorkingDirectory = folder };
        // Servers of the build would outlive the test and hold its folder.
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        start.Environment["UseSharedCompilation"] = "false";
        return start;
    }

    /// <summary>Runs a program; returns its exit code and all that it printed.</summary>
    public static async Task<(int ExitCode, string Output)> TryAsync(ProcessStartInfo start, CancellationToken end = default)
    {
        start.RedirectStandardOutput = true;
        start.RedirectStandardError = true;
        using Process process = Process.Start(start)!;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken, end);
        limit.CancelAfter(s_limit);
        try
        {
            Task<string> errors = process.StandardError.ReadToEndAsync(limit.Token);
            string output = await process.StandardOutput.ReadToEndAsync(limit.Token);
            await process.WaitForExitAsync(limit.Token);
            return (process.ExitCode, output + await errors);
        }
        catch
        {
            process.Kill(entireProcessTree: true);
            throw;
        }
    }
}
