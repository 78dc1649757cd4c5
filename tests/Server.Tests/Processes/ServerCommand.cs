using System.Diagnostics;
using System.Runtime.InteropServices;

namespace FileTransfer.Server.Tests.Processes;

/// <summary>How the server program beside this assembly is started, as a user starts it.</summary>
internal static class ServerCommand
{
    public static TimeSpan Limit { get; } = TimeSpan.FromSeconds(90);

    public static Process Start(IEnumerable<string> arguments, string? launcher = null, IEnumerable<string>? launcherArguments = null)
    {
        string assembly = Path.Combine(AppContext.BaseDirectory, "FileTransfer.Server.dll");
        string dotnet = DotnetHost();
        var start = new ProcessStartInfo(launcher ?? dotnet)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        string[] host = launcher is null ? [] : [.. launcherArguments ?? [], dotnet];
        foreach (string argument in (string[])[.. host, assembly, .. arguments])
        {
            start.ArgumentList.Add(argument);
        }

        return Process.Start(start) ?? throw new InvalidOperationException("the server process could not be started");
    }

    /// <summary>Runs a server that is expected to end by itself.</summary>
    public static Task<(int ExitCode, string Output, string Errors)> RunToEndAsync(params string[] arguments) =>
        EndOfAsync(Start(arguments));

    /// <summary>The same under another program, such as taskset.</summary>
    public static Task<(int ExitCode, string Output, string Errors)> RunToEndUnderAsync(
        string launcher,
        string[] launcherArguments,
        params string[] arguments) =>
        EndOfAsync(Start(arguments, launcher, launcherArguments));

    private static async Task<(int ExitCode, string Output, string Errors)> EndOfAsync(Process started)
    {
        using Process process = started;
        try
        {
            process.StandardInput.Close();
            Task<string> output = process.StandardOutput.ReadToEndAsync();
            Task<string> errors = process.StandardError.ReadToEndAsync();
            await Task.WhenAll(output, errors, process.WaitForExitAsync()).WaitAsync(Limit);
            return (process.ExitCode, await output, await errors);
        }
        finally
        {
            process.Kill();
        }
    }

    /// <summary>The dotnet this process itself runs on: &lt;root&gt;/shared/Microsoft.NETCore.App/&lt;version&gt;/ tells.</summary>
    private static string DotnetHost()
    {
        string root = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", ".."));
        return Path.Combine(root, OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet");
    }
}
