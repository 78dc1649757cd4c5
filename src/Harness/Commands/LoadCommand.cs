using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Harness.Load.Reports;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Charts;
using FileTransfer.Results.Charts.Model;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Commands;

/// <summary>
/// Sweeps the number of connections or the rate: <c>send</c> with load at each point, in a fresh process with its own server.
/// </summary>
internal sealed class LoadCommand(SendOptions options, LoadSweepOptions sweepOptions, TextWriter output, TextWriter errors)
{
    private const string JsonName = "load.json";
    private const string PageName = "load.md";
    private const string DefaultConnections = "1,4,16,64";

    /// <summary>Another host is asked by fewer, unless the user names a number.</summary>
    private const string DefaultConnectionsAway = "1,4,16";

    /// <summary>A person who reads the file finds <c>p99>2ms</c> as it was written, and µs in a reason.</summary>
    private static readonly JsonTypeInfo<LoadSweep> s_format = new IndentedJson(
        new JsonSerializerOptions(IndentedJson.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping }).LoadSweep;

    /// <summary>Defines the command.</summary>
    public static Command Build(TextWriter output, TextWriter errors, CancellationToken cancellationToken)
    {
        var command = new Command(
            "load",
            "Sweep the number of connections, or the rate, and draw throughput, latency and CPU cost over it.");
        var options = new SendOptions(errors, cancellationToken);
        var sweepOptions = new LoadSweepOptions();
        command.AddAll(options.All);
        command.AddAll(sweepOptions.All);
        command.SetAction(result => new LoadCommand(options, sweepOptions, output, errors).RunAsync(result, cancellationToken));
        return command;
    }

    private async Task<int> RunAsync(ParseResult result, CancellationToken cancellationToken)
    {
        DateTimeOffset started = DateTimeOffset.UtcNow;
        IReadOnlyList<LoadThreshold> thresholds = sweepOptions.ReadThresholds(result);
        if (Emulation.Name is { } imitation && thresholds.Count > 0)
        {
            throw new UsageException($"--fail-if judges figures, and under {imitation} nothing that is measured is one");
        }

        string? metrics = sweepOptions.ReadMetrics(result);
        (bool isByRate, string[] loads) = ReadLoads(options, result);
        ForeignLoad? foreign = options.ReadForeignLoad(result, client => PaceOf(options, result, client, isByRate, loads));
        AskedLoad asked = options.ReadAsked(result, foreign);
        // A program reads what is printed as JSON: whatever a person reads goes elsewhere.
        bool isJson = options.IsJson(result);
        TextWriter words = isJson ? errors : output;
        string folder = Path.GetFullPath(result.GetValue(options.Load.Output)
            ?? Path.Combine("results", $"{started:yyyyMMdd-HHmmss}-load"));
        Directory.CreateDirectory(folder);
        string swept = isByRate ? "--rate" : "--connections";
        string[] failIf = [.. thresholds.SelectMany(threshold => (string[])["--fail-if", threshold.Condition])];
        string command = string.Join(' ', [
            "filetransfer", "load", .. CommonWords(result, options.Recorded).Select(Quoted), .. failIf.Select(Quoted),
            swept, string.Join(',', loads),
        ]);
        await words.WriteAsync(Emulation.Name is { } name ? $"{EmulationNote.Of(name)}\n" : "");
        await words.WriteLineAsync($"repeat with: {command}\n");
        string[] forSender =
        [
            "send", .. CommonWords(result, (_, value) => value), .. foreign?.Words ?? [],
            .. options.Load.WordsToGoOn(result, thresholds, options.CountOf(result)),
        ];
        var sender = new LoadSender(errors);
        var sweep = new LoadSweep { StartedUtc = started, Command = command, IsByRate = isByRate, Points = [] };
        foreach (string load in loads)
        {
            if (cancellationToken.IsCancellationRequested)
            {
                break;
            }

            string file = Path.Combine(folder, $"{(isByRate ? "rate" : "connections")}-{load}.json");
            string[] step = [.. forSender, swept, load, "--output", file];
            LoadPoint point = await sender.MeasureAsync(Value(isByRate, load), step, file, cancellationToken);
            sweep = sweep with { Points = [.. sweep.Points, point] };
            // After each point: a program that is killed loses nothing that it measured.
            Save(sweep, folder);
            foreach (string line in point.Reason is { } reason ? [$"no result: {reason}"] : LoadText.Lines(point.Result!))
            {
                await words.WriteLineAsync($"{load,8}  {line}");
            }

            await words.WriteLineAsync();
        }

        if (thresholds.Count > 0)
        {
            sweep = sweep with { Thresholds = [.. thresholds.Select(threshold => threshold.Judge(sweep.Points))] };
        }

        string text = Save(sweep, folder);
        if (metrics is not null)
        {
            LoadFile.Write(metrics, LoadMetrics.Text(sweep, asked));
        }

        string[] end = [LoadMarkdown.KneeText(sweep), .. ThresholdText.Lines(sweep), $"results: {folder}"];
        await words.WriteLineAsync(string.Join('\n', end));
        if (isJson)
        {
            await output.WriteAsync(text);
        }

        bool isCrossed = sweep.Thresholds?.Any(outcome => !outcome.IsMet) == true;
        return cancellationToken.IsCancellationRequested ? ExitCode.Interrupted
            : isCrossed || sweep.Points.Any(point => point.Reason is not null) ? ExitCode.Failed
            : ExitCode.Success;
    }

    /// <summary>The points, ascending: rates when several are given, otherwise numbers of connections.</summary>
    internal static (bool IsByRate, string[] Loads) ReadLoads(SendOptions options, ParseResult result)
    {
        if (options.Load.IsForCrank(result))
        {
            throw new UsageException("--crank is an option of send: crank runs one load at a time");
        }

        string[] rates = [.. OptionValues.Split(result.GetValue(options.Load.Rate) ?? "")];
        string[] connections = [.. OptionValues.Split(
            result.GetValue(options.Load.Connections)
                ?? (rates.Length > 1 ? "" : options.IsRemote(result) ? DefaultConnectionsAway : DefaultConnections))];
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
        ? RateText.Read(load) ?? throw new UsageException("a sweep of rates needs numbers; measure max by 'load --connections'")
        : int.TryParse(load, NumberStyles.None, CultureInfo.InvariantCulture, out int number) && number > 0
        ? number
        : throw new UsageException($"--connections: '{load}' is not a number from 1 on");

    /// <summary>How hard the hardest step will ask.</summary>
    internal static UrlPace PaceOf(
        SendOptions options, ParseResult result, StrategyDescriptor client, bool isByRate, string[] loads) => isByRate
        ? options.Load.PaceOf(result, client, loads[^1])
        : new UrlPace(
            LoadOptions.ReadConnections(client, loads[^1]), RateText.Read(result.GetValue(options.Load.Rate) ?? "max"));

    /// <summary>The options that all points have, as the user wrote them.</summary>
    /// <param name="result">The command line.</param>
    /// <param name="write">Writes the value of an option.</param>
    private IEnumerable<string> CommonWords(ParseResult result, Func<Option, string, string> write)
    {
        bool isByRate = OptionValues.Split(result.GetValue(options.Load.Rate) ?? "").Count > 1;
        Option swept = isByRate ? options.Load.Rate : options.Load.Connections;
        foreach (OptionResult one in result.CommandResult.Children.OfType<OptionResult>().Where(one => !one.Implicit))
        {
            if (one.Option == swept || one.Option == options.Load.Output || one.Option.Name == "--json"
                || sweepOptions.All.Contains(one.Option))
            {
                continue;
            }

            if (one.Tokens.Count == 0)
            {
                yield return one.Option.Name;
            }

            foreach (Token token in one.Tokens)
            {
                yield return one.Option.Name;
                yield return write(one.Option, token.Value);
            }
        }
    }

    /// <summary>Writes the sweep, its page and its pictures; the text of load.json.</summary>
    private static string Save(LoadSweep sweep, string folder)
    {
        string text = JsonSerializer.Serialize(sweep, s_format) + "\n";
        File.WriteAllText(Path.Combine(folder, JsonName), text);
        List<string> pictures = [];
        foreach (ChartModel model in LoadCharts.Of(sweep))
        {
            pictures.Add($"{model.Id}.svg");
            File.WriteAllText(Path.Combine(folder, pictures[^1]), SvgWriter.Write(model));
        }

        File.WriteAllText(Path.Combine(folder, PageName), LoadMarkdown.Text(sweep, pictures));
        return text;
    }

    private static string Quoted(string word) => word.All(letter => char.IsAsciiLetterOrDigit(letter) || "-_.,:/@%+=".Contains(letter))
        ? word
        : OperatingSystem.IsWindows() ? $"\"{word}\""
        : $"'{word.Replace("'", "'\\''", StringComparison.Ordinal)}'";
}
