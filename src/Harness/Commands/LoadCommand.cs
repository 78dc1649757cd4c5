using System.CommandLine;
using System.CommandLine.Parsing;
using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Harness.Load.Reports;
using FileTransfer.Harness.Processes;
using FileTransfer.Results.Charts;
using FileTransfer.Results.Charts.Model;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Commands;

/// <summary>
/// Sweeps the number of connections or the rate: <c>send</c> with load at each point, in a fresh process with its own server.
/// </summary>
internal sealed class LoadCommand(SendOptions options, TextWriter output, TextWriter errors)
{
    private const string JsonName = "load.json";
    private const string PageName = "load.md";
    private const string DefaultConnections = "1,4,16,64";

    private static readonly TimeSpan s_limit = TimeSpan.FromHours(2);

    /// <summary>Defines the command.</summary>
    public static Command Build(TextWriter output, TextWriter errors, CancellationToken cancellationToken)
    {
        var command = new Command(
            "load",
            "Sweep the number of connections, or the rate, and draw throughput, latency and CPU cost over it.");
        var options = new SendOptions();
        command.AddAll(options.All);
        command.SetAction(result => new LoadCommand(options, output, errors).RunAsync(result, cancellationToken));
        return command;
    }

    private async Task<int> RunAsync(ParseResult result, CancellationToken cancellationToken)
    {
        DateTimeOffset started = DateTimeOffset.UtcNow;
        (bool isByRate, string[] loads) = ReadLoads(result);
        string[] common = [.. CommonWords(result)];
        string folder = Path.GetFullPath(result.GetValue(options.Load.Output)
            ?? Path.Combine("results", $"{started:yyyyMMdd-HHmmss}-load"));
        Directory.CreateDirectory(folder);
        string swept = isByRate ? "--rate" : "--connections";
        string command = string.Join(' ', ["filetransfer", "load", .. common.Select(Quoted), swept, string.Join(',', loads)]);
        await output.WriteLineAsync($"repeat with: {command}\n");
        var sweep = new LoadSweep { StartedUtc = started, Command = command, IsByRate = isByRate, Points = [] };
        foreach (string load in loads)
        {
            if (cancellationToken.IsCancellationRequested)
            {
                break;
            }

            string file = Path.Combine(folder, $"{(isByRate ? "rate" : "connections")}-{load}.json");
            string[] words = ["send", .. common, swept, load, "--output", file];
            LoadPoint point = await MeasureAsync(Value(isByRate, load), words, file, cancellationToken);
            sweep = sweep with { Points = [.. sweep.Points, point] };
            // After each point: a program that is killed loses nothing that it measured.
            Save(sweep, folder);
            foreach (string line in point.Reason is { } reason ? [$"no result: {reason}"] : LoadText.Lines(point.Result!))
            {
                await output.WriteLineAsync($"{load,8}  {line}");
            }

            await output.WriteLineAsync();
        }

        await output.WriteLineAsync($"{LoadMarkdown.KneeText(sweep)}\nresults: {folder}");
        return cancellationToken.IsCancellationRequested ? ExitCode.Interrupted
            : sweep.Points.Any(point => point.Reason is not null) ? ExitCode.Failed
            : ExitCode.Success;
    }

    /// <summary>The points, ascending: rates when several are given, otherwise numbers of connections.</summary>
    private (bool IsByRate, string[] Loads) ReadLoads(ParseResult result)
    {
        if (options.Load.IsForCrank(result))
        {
            throw new UsageException("--crank is an option of send: crank runs one load at a time");
        }

        string[] rates = [.. OptionValues.Split(result.GetValue(options.Load.Rate) ?? "")];
        string[] connections = [.. OptionValues.Split(
            result.GetValue(options.Load.Connections) ?? (rates.Length > 1 ? "" : DefaultConnections))];
        if (rates.Length > 1 && connections.Length > 1)
        {
            throw new UsageException("load sweeps connections or rates; give several of one, and one of the other");
        }

        bool isByRate = rates.Length > 1;
        foreach (string load in isByRate ? rates : connections)
        {
            _ = Value(isByRate, load);
        }

        string[] given = isByRate ? rates : connections;
        string[] loads = [.. given.DistinctBy(load => Value(isByRate, load)).OrderBy(load => Value(isByRate, load))];
        return loads.Length > 0
            ? (isByRate, loads)
            : throw new UsageException("load needs at least one number of connections, such as 1,4,16,64");
    }

    private static double Value(bool isByRate, string load) => isByRate
        ? LoadOptions.ReadRate(load) ?? throw new UsageException("a sweep of rates needs numbers; measure max by 'load --connections'")
        : int.TryParse(load, NumberStyles.None, CultureInfo.InvariantCulture, out int number) && number > 0
        ? number
        : throw new UsageException($"--connections: '{load}' is not a number from 1 on");

    /// <summary>The options that all points have, as the user wrote them.</summary>
    private IEnumerable<string> CommonWords(ParseResult result)
    {
        bool isByRate = OptionValues.Split(result.GetValue(options.Load.Rate) ?? "").Count > 1;
        Option swept = isByRate ? options.Load.Rate : options.Load.Connections;
        foreach (OptionResult one in result.CommandResult.Children.OfType<OptionResult>().Where(one => !one.Implicit))
        {
            if (one.Option == swept || one.Option == options.Load.Output || one.Option.Name == "--json")
            {
                continue;
            }

            yield return one.Option.Name;
            foreach (Token token in one.Tokens)
            {
                yield return token.Value;
            }
        }
    }

    private async Task<LoadPoint> MeasureAsync(double load, string[] words, string file, CancellationToken cancellationToken)
    {
        (int exitCode, string said) = await RunAsync(words, cancellationToken);
        if (exitCode == ExitCode.Usage)
        {
            throw new UsageException(said);
        }

        LoadResult? found = File.Exists(file) ? LoadFile.Load(file) : null;
        string? reason = found is null || exitCode != ExitCode.Success
            ? said.Length > 0 ? said : found?.Partial ?? $"the sender {SignalledExit.Words(exitCode)}"
            : null;
        return new LoadPoint(load, found, reason);
    }

    /// <summary>Runs a sender, and hands on what it tells of each second.</summary>
    private async Task<(int ExitCode, string Said)> RunAsync(string[] words, CancellationToken cancellationToken)
    {
        List<string> said = [];
        var progress = new ProgressLine(errors, errors == Console.Error && !Console.IsErrorRedirected);
        try
        {
            ProcessEnd end = await ChildProcess.RunAsync(
                new ProcessStartInfo(DotnetHost.Path, [ThisProgram.Path, .. words]),
                ChildProcess.NoRoomFor("the sender"),
                s_limit,
                cancellationToken,
                told: Tell);
            return (end.ExitCode, string.Join('\n', said).Trim());
        }
        catch (TimeoutException)
        {
            throw new IOException($"a load did not end within {s_limit.TotalHours:0} h");
        }
        finally
        {
            progress.End();
        }

        void Tell(string line)
        {
            if (ProgressLine.IsOne(line))
            {
                progress.Write(line);
            }
            else
            {
                said.Add(line.Replace("error: ", "", StringComparison.Ordinal));
            }
        }
    }

    private static void Save(LoadSweep sweep, string folder)
    {
        File.WriteAllText(Path.Combine(folder, JsonName), JsonSerializer.Serialize(sweep, IndentedJson.Default.LoadSweep) + "\n");
        List<string> pictures = [];
        foreach (ChartModel model in LoadCharts.Of(sweep))
        {
            pictures.Add($"{model.Id}.svg");
            File.WriteAllText(Path.Combine(folder, pictures[^1]), SvgWriter.Write(model));
        }

        File.WriteAllText(Path.Combine(folder, PageName), LoadMarkdown.Text(sweep, pictures));
    }

    private static string Quoted(string word) => word.All(letter => char.IsAsciiLetterOrDigit(letter) || "-_.,:/@%+=".Contains(letter))
        ? word
        : $"'{word.Replace("'", "'\\''", StringComparison.Ordinal)}'";
}
