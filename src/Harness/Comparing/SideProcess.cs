using System.Diagnostics;
using System.Globalization;
using FileTransfer.Results;
using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Comparing;

/// <summary>
/// Measures one round of one side: runs its program as <c>bench --rounds 1</c>, with a server of its own, and reads its results.
/// </summary>
internal static class SideProcess
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(30);
    private static readonly TimeSpan s_killLimit = TimeSpan.FromSeconds(10);

    /// <summary>Measures every case once.</summary>
    /// <param name="arm">The side.</param>
    /// <param name="common">Options of <c>bench</c> that both sides have.</param>
    /// <param name="seed">Seed of the order of the cases.</param>
    /// <param name="folder">Folder for the results of this round, deleted at the end.</param>
    /// <param name="cancellationToken">Ends the process.</param>
    /// <exception cref="UsageException">The program refused its options; the message is its own.</exception>
    /// <exception cref="IOException">The program broke down, or left no results.</exception>
    public static async Task<RunResult> MeasureAsync(
        ComparedSide arm,
        IReadOnlyList<string> common,
        int seed,
        string folder,
        CancellationToken cancellationToken)
    {
        string[] arguments =
        [
            arm.Program, "bench", .. common, .. arm.Options,
            "--rounds", "1", "--seed", seed.ToString(CultureInfo.InvariantCulture), "--output", folder,
        ];
        Directory.CreateDirectory(folder);
        try
        {
            (int exitCode, string _, string errors) = await RunAsync(arm, arguments, cancellationToken);
            return exitCode switch
            {
                // 1: a measurement failed, and says so in its results.
                ExitCode.Success or ExitCode.Failed when Directory.GetDirectories(folder) is [string run] => ResultsFile.Load(run),
                ExitCode.Usage => throw new UsageException($"{arm.Words}: {errors}"),
                _ => throw new IOException(
                    $"{arm.Words}: '{arm.Host} {string.Join(' ', arguments)}' ended with exit code {exitCode} and no results: {errors}"),
            };
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>Whether the program of a side has an option of <c>bench</c>; one of an older commit may not.</summary>
    public static async Task<bool> KnowsAsync(string option, ComparedSide arm, CancellationToken cancellationToken)
    {
        (int exitCode, string help, string _) = await RunAsync(arm, [arm.Program, "bench", "--help"], cancellationToken);
        return exitCode == ExitCode.Success && help.Contains($" {option} ", StringComparison.Ordinal);
    }

    private static async Task<(int ExitCode, string Output, string Errors)> RunAsync(
        ComparedSide arm,
        string[] arguments,
        CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo(arm.Host, arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach ((string name, string value) in arm.Environment)
        {
            start.Environment[name] = value;
        }

        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(s_limit);
        using Process process = Process.Start(start) ?? throw new IOException($"'{arm.Host}' could not be started");
        try
        {
            Task<string> output = process.StandardOutput.ReadToEndAsync(limit.Token);
            Task<string> errors = process.StandardError.ReadToEndAsync(limit.Token);
            await process.WaitForExitAsync(limit.Token);
            return (process.ExitCode, await output, (await errors).Trim().Replace("error: ", "", StringComparison.Ordinal));
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new IOException($"{arm.Words}: a round did not end within {s_limit.TotalMinutes:0} min");
        }
        finally
        {
            if (!process.HasExited)
            {
                process.Kill();
                using var killed = new CancellationTokenSource(s_killLimit);
                await process.WaitForExitAsync(killed.Token);
            }
        }
    }
}
