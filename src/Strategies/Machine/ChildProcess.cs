using System.ComponentModel;
using System.Diagnostics;
using System.Text;

namespace FileTransfer.Strategies.Machine;

/// <summary>How a process ended, and what it had printed.</summary>
/// <param name="Id">Its process id.</param>
/// <param name="ExitCode">Its exit code.</param>
/// <param name="Output">Its standard output.</param>
/// <param name="Errors">Its standard error; empty when each line was handed on.</param>
internal sealed record ProcessEnd(int Id, int ExitCode, string Output, string Errors);

/// <summary>Starts processes, waits for them, and ends those that are not to go on.</summary>
internal static class ChildProcess
{
    /// <summary>ERROR_FILE_NOT_FOUND on Windows, ENOENT elsewhere: winerror.h, errno(3).</summary>
    private const int NoSuchFile = 2;

    private static readonly TimeSpan s_killLimit = TimeSpan.FromSeconds(10);
    private static readonly UTF8Encoding s_utf8 = new(encoderShouldEmitUTF8Identifier: false);

    /// <summary>The error when a process of this program cannot be started; it says what is probably missing.</summary>
    /// <param name="what">What it is: "the server".</param>
    public static Func<Win32Exception, IOException> NoRoomFor(string what) => exception => new IOException(
        exception.NativeErrorCode == NoSuchFile
            ? $"{what} process could not be started: {exception.Message}; install the .NET runtime, or use the program that brings its own"
            : $"{what} process could not be started: {exception.Message}; the harness must have descriptors (ulimit -n) and processes "
                + "(ulimit -u) left",
        exception);

    /// <summary>Sets environment variables of a process that is to be started; null removes one.</summary>
    public static void Set(this ProcessStartInfo start, IReadOnlyDictionary<string, string?>? variables)
    {
        foreach ((string name, string? value) in variables ?? new Dictionary<string, string?>())
        {
            start.Environment[name] = value;
            if (value is null)
            {
                start.Environment.Remove(name);
            }
        }
    }

    /// <summary>Starts a process, in the namespaces of the calling thread; its input, output and errors belong to the caller.</summary>
    /// <param name="start">Program, arguments, environment and folder.</param>
    /// <param name="refused">Makes the error that is thrown when it cannot be started.</param>
    public static Process Start(ProcessStartInfo start, Func<Win32Exception, Exception> refused)
    {
        start.RedirectStandardInput = true;
        start.RedirectStandardOutput = true;
        start.RedirectStandardError = true;
        // As our programs write and read. Where this process has no console, Windows would choose something else.
        start.StandardInputEncoding ??= s_utf8;
        start.StandardOutputEncoding ??= s_utf8;
        start.StandardErrorEncoding ??= s_utf8;
        return StartAsItIs(start, refused);
    }

    /// <inheritdoc cref="Start"/>
    /// <remarks>What is not redirected, it shares with this process.</remarks>
    public static Process StartAsItIs(ProcessStartInfo start, Func<Win32Exception, Exception> refused)
    {
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception exception)
        {
            throw refused(exception);
        }
    }

    /// <summary>Runs a process to its end; however this method ends, the process has ended, too.</summary>
    /// <param name="start">Program, arguments, environment and folder.</param>
    /// <param name="refused">Makes the error that is thrown when it cannot be started.</param>
    /// <param name="limit">How long it may take.</param>
    /// <param name="cancellationToken">Ends the process.</param>
    /// <param name="input">All of its standard input; null leaves it open, and empty, until the process has ended.</param>
    /// <param name="told">Is given each line of standard error at once; null collects them.</param>
    /// <exception cref="TimeoutException">It did not end within the limit.</exception>
    public static async Task<ProcessEnd> RunAsync(
        ProcessStartInfo start,
        Func<Win32Exception, Exception> refused,
        TimeSpan limit,
        CancellationToken cancellationToken,
        string? input = null,
        Action<string>? told = null)
    {
        cancellationToken.ThrowIfCancellationRequested();
        using var limited = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limited.CancelAfter(limit);
        using Process process = Start(start, refused);
        try
        {
            Task<string> output = process.StandardOutput.ReadToEndAsync(limited.Token);
            Task<string> errors = ReadAsync(process.StandardError, told, limited.Token);
            if (input is not null)
            {
                await WriteAsync(process.StandardInput, input, limited.Token).ConfigureAwait(false);
            }

            // Before all else: once this method has ended, no more lines are told.
            string collected = await errors.ConfigureAwait(false);
            await process.WaitForExitAsync(limited.Token).ConfigureAwait(false);
            return new ProcessEnd(process.Id, process.ExitCode, await output.ConfigureAwait(false), collected);
        }
        catch (OperationCanceledException exception) when (!cancellationToken.IsCancellationRequested)
        {
            throw new TimeoutException($"'{start.FileName}' did not end within {limit}", exception);
        }
        finally
        {
            await EndAsync(process).ConfigureAwait(false);
        }
    }

    /// <summary>Ends a process that is still running, and waits until it has ended.</summary>
    public static async Task EndAsync(Process process)
    {
        if (!process.HasExited)
        {
            // The process only, not its tree: .NET stops a tree before it kills it, and if this process were killed in between,
            // the child would stay stopped forever.
            process.Kill();
            using var limit = new CancellationTokenSource(s_killLimit);
            await process.WaitForExitAsync(limit.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private static async Task<string> ReadAsync(StreamReader errors, Action<string>? told, CancellationToken cancellationToken)
    {
        if (told is null)
        {
            return await errors.ReadToEndAsync(cancellationToken).ConfigureAwait(false);
        }

        while (await errors.ReadLineAsync(cancellationToken).ConfigureAwait(false) is { } line)
        {
            told(line);
        }

        return "";
    }

    private static async Task WriteAsync(StreamWriter target, string input, CancellationToken cancellationToken)
    {
        try
        {
            await target.WriteAsync(input.AsMemory(), cancellationToken).ConfigureAwait(false);
            await target.DisposeAsync().ConfigureAwait(false);
        }
        catch (IOException)
        {
            // It ended before it had read everything; its exit code and its errors say why.
        }
    }
}
