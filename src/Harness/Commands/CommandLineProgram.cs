using System.CommandLine;
using FileTransfer.Results;
using FileTransfer.Results.Errors;
using FileTransfer.Results.Reports;
using FileTransfer.Senders.Servers;
using FileTransfer.Senders.StrategyAssemblies;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;
using Spectre.Console;

namespace FileTransfer.Harness.Commands;

/// <summary>The command line: defines the commands, and turns exceptions into messages and exit codes.</summary>
internal static class CommandLineProgram
{
    /// <summary>Runs one command until it is done or cancelled.</summary>
    /// <param name="arguments">Arguments of the process.</param>
    /// <param name="output">Standard output.</param>
    /// <param name="errors">Standard error.</param>
    /// <param name="cancellationToken">Ends the command.</param>
    /// <param name="more">Commands beside those of the product, or null.</param>
    /// <param name="bench">Runs plans of <c>bench</c>; null for the usual way.</param>
    /// <returns>An <see cref="ExitCode"/>.</returns>
    public static async Task<int> RunAsync(
        string[] arguments,
        TextWriter output,
        TextWriter errors,
        CancellationToken cancellationToken,
        IReadOnlyList<Command>? more = null,
        BenchCommand? bench = null)
    {
        (string[] own, string[] forBenchmarkDotNet) = SplitAtSeparator(arguments);
        bench ??= new BenchCommand(output) { Terminal = output == Console.Out ? AnsiConsole.Console : null };
        RootCommand root = Build(bench, forBenchmarkDotNet, more ?? [], output, errors, cancellationToken);
        ParseResult parsed = root.Parse(own);
        if (parsed.Errors.Count > 0)
        {
            foreach (string message in parsed.Errors.Select(error => error.Message).Distinct())
            {
                await errors.WriteLineAsync($"error: {message}");
            }

            await errors.WriteLineAsync("see --help");
            return ExitCode.Usage;
        }

        try
        {
            return await parsed.InvokeAsync(
                new InvocationConfiguration
                {
                    Output = output,
                    Error = errors,
                    EnableDefaultExceptionHandler = false,
                    ProcessTerminationTimeout = null,
                },
                CancellationToken.None);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return ExitCode.Interrupted;
        }
        catch (Exception exception) when (exception is UsageException or ResultsFileException)
        {
            await errors.WriteLineAsync($"error: {exception.Message}");
            return ExitCode.Usage;
        }
        catch (ServerException exception)
        {
            await errors.WriteLineAsync($"error: {exception.Message}");
            return exception.IsUsage || own.Any(argument => argument.StartsWith("--server", StringComparison.Ordinal))
                ? ExitCode.Usage
                : ExitCode.Failed;
        }
        catch (Exception exception) when (IsOfAddedStrategy(own, exception))
        {
            await errors.WriteLineAsync($"error: {AddedFailure.Explain(exception)}");
            return ExitCode.Failed;
        }
        catch (Exception exception) when (exception is TransferException or IOException or UnauthorizedAccessException or ReportException)
        {
            await errors.WriteLineAsync($"error: {exception.Message}");
            return ExitCode.Failed;
        }
        catch (Exception exception) when (!Defect.IsLookedFor)
        {
            await errors.WriteLineAsync($"error: {Defect.Words(exception)}");
            return ExitCode.Failed;
        }
    }

    private static RootCommand Build(
        BenchCommand runner,
        string[] forBenchmarkDotNet,
        IReadOnlyList<Command> more,
        TextWriter output,
        TextWriter errors,
        CancellationToken cancellationToken)
    {
        var root = new RootCommand("Measures ways of sending files; every number is a proven delivery. Without a command it runs bench.");
        var bench = new Command("bench", "Run a scenario under BenchmarkDotNet; arguments after -- go to BenchmarkDotNet.");
        var benchOptions = new BenchOptions(errors, cancellationToken);
        foreach (Command command in (Command[])[root, bench])
        {
            command.AddAll(benchOptions.All);
            command.SetAction(result => runner.RunAsync(
                benchOptions.Read(result, forBenchmarkDotNet, DateTimeOffset.UtcNow), cancellationToken));
        }

        var send = new Command("send", "Measure one strategy in this process, without BenchmarkDotNet.");
        var sendOptions = new SendOptions(errors, cancellationToken);
        send.AddAll(sendOptions.All);
        send.SetAction(result => sendOptions.IsLoad(result)
            ? SendLoadCommand.RunAsync(sendOptions.ReadLoad(result), output, errors, cancellationToken)
            : SendCommand.RunAsync(sendOptions.Read(result), output, errors, cancellationToken));

        var report = new Command("report", "Write the reports of a results file again.");
        var results = new Argument<string>("RESULTS") { Description = "results.json, results.json.gz, or the folder of a run." };
        var folder = new Option<string?>("--output") { Description = "Folder to write to. Default: where the results are." };
        report.Add(results);
        var thin = new Option<bool>("--thin")
        {
            Description = "Also write a results.json.gz of at most 2 MB, unpacked, to --output: fewer samples, statistics of all samples.",
        };
        report.Add(folder);
        report.Add(thin);
        report.SetAction(
            result => ReportCommand.Run(result.GetRequiredValue(results), result.GetValue(folder), result.GetValue(thin), output));

        var chart = new Command("chart", "Draw the charts of a results file as SVG.");
        chart.Add(results);
        chart.Add(folder);
        chart.SetAction(result => ChartCommand.Run(result.GetRequiredValue(results), result.GetValue(folder), output));

        foreach (Command command in (Command[])[
            bench,
            send,
            CompareCommand.Build(output, errors, cancellationToken),
            DoctorCommand.Build(output, cancellationToken),
            report,
            chart,
            ListCommand.Build(output, cancellationToken),
            ServeCommand.Build(output, errors, cancellationToken),
            ExplainCommand.Build(output, cancellationToken),
            LoadCommand.Build(output, errors, cancellationToken),
            MergeCommand.Build(output, errors),
            CompletionCommand.Build(output),
            .. more,
        ])
        {
            root.Add(command);
        }

        HelpWithGroup.AddTo(
            root,
            $"Options for HTTP (--transport {string.Join(", ", Transport.All.Where(Transport.IsHttp))}):",
            [.. EffectiveOptions.OfHttp.Select(name => $"--{name}")]);
        return root;
    }

    /// <summary>What other people's code threw, they read without the trace of ours.</summary>
    private static bool IsOfAddedStrategy(string[] arguments, Exception exception) =>
        exception is not TransferException
        && arguments.Any(argument => argument.StartsWith(StrategyRunOptions.Name, StringComparison.Ordinal));

    private static (string[] Own, string[] ForBenchmarkDotNet) SplitAtSeparator(string[] arguments)
    {
        int separator = Array.IndexOf(arguments, "--");
        return separator < 0 ? (arguments, []) : (arguments[..separator], arguments[(separator + 1)..]);
    }
}
