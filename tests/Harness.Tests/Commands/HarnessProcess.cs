using System.CommandLine;
using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text;
using FileTransfer.Harness.Commands;
using FileTransfer.Lab.Commands;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>The real program in a process of its own, as a user would start it.</summary>
internal sealed class HarnessProcess : IAsyncDisposable
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(6);

    private readonly Process _process;
    private readonly StringBuilder _output = new();
    private readonly StringBuilder _errors = new();

    private HarnessProcess(IReadOnlyList<string> launcher, IEnumerable<string> arguments, string program = "FileTransfer.Harness")
    {
        string root = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", ".."));
        string host = Path.Combine(root, OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet");
        string[] command = [.. launcher, host, AssemblyOf(program), .. arguments];
        var start = new ProcessStartInfo(command[0], command[1..]) { RedirectStandardOutput = true, RedirectStandardError = true };

        _process = new Process { StartInfo = start };
        _process.OutputDataReceived += (_, line) => Append(_output, line.Data);
        _process.ErrorDataReceived += (_, line) => Append(_errors, line.Data);
        _process.Start();
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
    }

    public int Id => _process.Id;

    public bool IsRunning => !_process.HasExited;

    public string Output => Text(_output);

    public string Errors => Text(_errors);

    /// <summary>Where a build puts a program, seen from where it puts this test: ../../FileTransfer.Harness/debug.</summary>
    private static string AssemblyOf(string program)
    {
        string here = AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar);
        return Path.GetFullPath(Path.Combine(here, "..", "..", program, Path.GetFileName(here), $"{program}.dll"));
    }

    public static HarnessProcess Start(params string[] arguments) => new([], arguments);

    /// <summary>In a process group of its own, as a shell starts it at a terminal; its id is the process'. Linux.</summary>
    public static HarnessProcess StartInGroup(params string[] arguments) => new(["setsid"], arguments);

    /// <summary>As the child of another command, such as ip(8), which it replaces.</summary>
    public static HarnessProcess StartUnder(IReadOnlyList<string> launcher, params string[] arguments) => new(launcher, arguments);

    /// <summary>Runs to the end as the child of another command, such as strace(1).</summary>
    public static async Task<(int ExitCode, string Output, string Errors)> RunUnderAsync(
        IReadOnlyList<string> launcher,
        params string[] arguments)
    {
        await using var process = new HarnessProcess(launcher, arguments);
        int exitCode = await process.WaitAsync();
        return (exitCode, process.Output, process.Errors);
    }

    /// <summary>Runs to the end.</summary>
    public static async Task<(int ExitCode, string Output, string Errors)> RunAsync(params string[] arguments)
    {
        await using HarnessProcess process = Start(arguments);
        int exitCode = await process.WaitAsync();
        return (exitCode, process.Output, process.Errors);
    }

    /// <summary>Runs the laboratory to the end.</summary>
    public static async Task<(int ExitCode, string Output, string Errors)> RunLabAsync(params string[] arguments)
    {
        await using var process = new HarnessProcess([], arguments, "FileTransfer.Lab");
        int exitCode = await process.WaitAsync();
        return (exitCode, process.Output, process.Errors);
    }

    /// <summary>Runs a command in this process, with nothing that measures.</summary>
    public static Task<(int ExitCode, string Output, string Errors)> RunWithAsync(FakeMeasurer measurer, params string[] arguments) =>
        RunWithAsync(measurer.MeasureAsync, (_, _) => [], arguments);

    /// <summary>Runs a command in this process, which measures by processes of its own; starting the program takes longer.</summary>
    public static Task<(int ExitCode, string Output, string Errors)> RunHereAsync(params string[] arguments) =>
        RunWithAsync(measure: null, (_, _) => [], arguments);

    /// <summary>Runs a command of the laboratory in this process.</summary>
    public static Task<(int ExitCode, string Output, string Errors)> RunLabWithAsync(params string[] arguments) =>
        RunWithAsync(new FakeMeasurer().MeasureAsync, LabCommands.All, arguments);

    private static async Task<(int ExitCode, string Output, string Errors)> RunWithAsync(
        BenchCommand.Measurer? measure, Func<TextWriter, CancellationToken, IReadOnlyList<Command>> more, string[] arguments)
    {
        var output = new StringWriter();
        var errors = new StringWriter();
        CancellationToken token = TestContext.Current.CancellationToken;
        BenchCommand? bench = measure is null ? null : new BenchCommand(output) { Measure = measure };
        int exitCode = await CommandLineProgram.RunAsync(arguments, output, errors, token, more(output, token), bench);
        return (exitCode, output.ToString(), errors.ToString());
    }

    public async Task<int> WaitAsync()
    {
        using var limit = new CancellationTokenSource(s_limit);
        await _process.WaitForExitAsync(limit.Token);
        return _process.ExitCode;
    }

    /// <summary>Waits until the program has printed something.</summary>
    public Task WaitForOutputAsync(string text) => WaitForAsync(text, () => Output);

    /// <summary>Waits until the program has said something on standard error.</summary>
    public Task WaitForErrorAsync(string text) => WaitForAsync(text, () => Errors);

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
            await _process.WaitForExitAsync(CancellationToken.None);
        }

        _process.Dispose();
    }

    private async Task WaitForAsync(string text, Func<string> written)
    {
        using var limit = new CancellationTokenSource(s_limit);
        while (!written().Contains(text, StringComparison.Ordinal))
        {
            if (_process.HasExited)
            {
                throw new InvalidOperationException($"ended without printing '{text}':\n{Output}\n{Errors}");
            }

            await Task.Delay(20, limit.Token);
        }
    }

    private static void Append(StringBuilder text, string? line)
    {
        lock (text)
        {
            _ = line is null ? text : text.Append(line).Append('\n');
        }
    }

    private static string Text(StringBuilder text)
    {
        lock (text)
        {
            return text.ToString();
        }
    }
}
