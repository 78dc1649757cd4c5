using System.CommandLine;
using FileTransfer.Harness.Commands;
using FileTransfer.Harness.Comparing;
using FileTransfer.Lab.Calibration;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Errors;

namespace FileTransfer.Lab.Commands;

/// <summary>Logs the conclusions of calibration runs, and writes the page about how often they were right.</summary>
internal static class CalibrationCommand
{
    private static readonly string[] s_beside = ["idle", "busy"];

    /// <summary>The command; <c>scripts/calibrate.sh</c> calls it.</summary>
    public static Command Build(TextWriter output, CancellationToken cancellationToken)
    {
        var command = new Command("calibration", "Count how often verdicts are right; scripts/calibrate.sh makes the runs.");
        var run = new Argument<string>("RESULTS") { Description = "The folder of a run, or its results.json." };
        var to = new Option<string>("--to") { Description = "Calibration log to append to.", Required = true };
        var kind = new Option<string>("--kind")
        {
            Description = $"Purpose of the run: {string.Join(", ", CalibrationKind.All)}.",
            Required = true,
        };
        var beside = new Option<string>("--beside")
        {
            Description = "Background load during the run: idle or busy.",
            DefaultValueFactory = _ => s_beside[0],
        };
        var condition = new Option<string?>("--condition")
        {
            Description = $"What distinguishes the run from others of its kind, for {CalibrationKind.Bias}.",
        };
        var note = new Command("note", "Append a run to a calibration log.") { run, to, kind, beside, condition };
        note.SetAction(result => Note(
            result.GetRequiredValue(run),
            result.GetRequiredValue(to),
            OneOf("--kind", result.GetRequiredValue(kind), CalibrationKind.All),
            OneOf("--beside", result.GetRequiredValue(beside), s_beside),
            result.GetValue(condition)));
        var difference = new Option<string>("--difference")
        {
            Description = "What differs between the sides: nothing, or the variant that slows one down, such as copies10.",
            Required = true,
        };
        var options = new CompareOptions();
        var compare = new Command("compare", "Compare as 'compare' does, and append the comparison to a calibration log of comparisons.")
        {
            to, difference, beside,
        };
        compare.AddAll(options.All);
        compare.SetAction(async result =>
        {
            string between = OneOf("--beside", result.GetRequiredValue(beside), s_beside);
            MeasuredComparison measured = await new CompareCommand(options, output).MeasureAsync(result, cancellationToken);
            if (measured.ExitCode != ExitCode.Interrupted)
            {
                ComparisonLog.Append(
                    result.GetRequiredValue(to), ComparisonLog.Of(measured, result.GetRequiredValue(difference), between));
            }

            return measured.ExitCode;
        });
        var raw = new Argument<string>("FILE") { Description = "The calibration log." };
        var target = new Option<string>("--output") { Description = "The page to write, as Markdown.", Required = true };
        var page = new Command("page", "Write the page of a calibration log.") { raw, target };
        page.SetAction(result => Page(result.GetRequiredValue(raw), result.GetRequiredValue(target), output));
        var runs = new Option<int>("--runs") { Description = "Number of simulated runs of each kind.", DefaultValueFactory = _ => 2000 };
        var log = new Option<string>("--to") { Description = "Log of simulated races to write anew.", Required = true };
        var races = new Command("races", "Simulate races whose truth is known, and write how often they were right.") { runs, log };
        races.SetAction(result =>
        {
            string path = result.GetRequiredValue(log);
            RaceLog.Write(
                path,
                RaceSimulation.All(result.GetValue(runs), RaceLog.Load(Beside(path, RaceLog.RoundsName), LogJson.Default.MeasuredRounds)),
                LogJson.Default.RaceEntry);
            return ExitCode.Success;
        });
        var rounds = new Command("rounds", "Keep the rounds of a run, for 'races' to replay.") { run, to };
        rounds.SetAction(result =>
        {
            RaceLog.Write(
                result.GetRequiredValue(to),
                MeasuredRounds.Of(StoredRun.Load(result.GetRequiredValue(run))),
                LogJson.Default.MeasuredRounds);
            return ExitCode.Success;
        });
        command.Add(note);
        command.Add(races);
        command.Add(rounds);
        command.Add(compare);
        command.Add(page);
        return command;
    }

    private static int Note(string results, string to, string kind, string beside, string? condition)
    {
        CalibrationLog.Append(to, CalibrationLog.Of(StoredRun.Load(results), kind, beside, condition));
        return ExitCode.Success;
    }

    private static int Page(string raw, string target, TextWriter output)
    {
        File.WriteAllText(
            target,
            CalibrationPage.Of(
                CalibrationLog.Load(raw),
                RaceLog.Load(Beside(raw, RaceLog.FileName), LogJson.Default.RaceEntry),
                Path.GetFileName(raw))
            + ComparisonPage.Of(ComparisonLog.Load(Beside(raw, ComparisonLog.FileName))));
        output.WriteLine(target);
        return ExitCode.Success;
    }

    private static string Beside(string file, string name) => Path.Combine(Path.GetDirectoryName(Path.GetFullPath(file))!, name);

    private static string OneOf(string option, string value, IReadOnlyList<string> allowed) =>
        allowed.Contains(value) ? value : throw new UsageException($"{option}: '{value}' is not one of {string.Join(", ", allowed)}");
}
