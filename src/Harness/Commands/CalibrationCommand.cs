using System.CommandLine;
using FileTransfer.Harness.Analysis;
using FileTransfer.Harness.Calibration;
using FileTransfer.Harness.Errors;

namespace FileTransfer.Harness.Commands;

/// <summary>Keeps what runs concluded of which the truth is known, and writes the page that says how often they were right.</summary>
internal static class CalibrationCommand
{
    private static readonly string[] s_beside = ["idle", "busy"];

    /// <summary>The command; <c>scripts/calibrate.sh</c> calls it.</summary>
    public static Command Build(TextWriter output)
    {
        var command = new Command("calibration", "Count how often verdicts are right; scripts/calibrate.sh makes the runs.");
        var run = new Argument<string>("RESULTS") { Description = "The folder of a run, or its results.json." };
        var to = new Option<string>("--to") { Description = "The raw file to which a line is added.", Required = true };
        var kind = new Option<string>("--kind") { Description = $"What the run was made for: {string.Join(", ", CalibrationKind.All)}.", Required = true };
        var beside = new Option<string>("--beside") { Description = "What ran beside it: idle or busy.", DefaultValueFactory = _ => s_beside[0] };
        var note = new Command("note", "Add a run to a raw file.") { run, to, kind, beside };
        note.SetAction(result => Note(result.GetRequiredValue(run), result.GetRequiredValue(to), OneOf("--kind", result.GetRequiredValue(kind), CalibrationKind.All), OneOf("--beside", result.GetRequiredValue(beside), s_beside)));
        var raw = new Argument<string>("FILE") { Description = "The raw file." };
        var target = new Option<string>("--output") { Description = "The page to write, as Markdown.", Required = true };
        var page = new Command("page", "Write the page of a raw file.") { raw, target };
        page.SetAction(result => Page(result.GetRequiredValue(raw), result.GetRequiredValue(target), output));
        command.Add(note);
        command.Add(page);
        return command;
    }

    private static int Note(string results, string to, string kind, string beside)
    {
        CalibrationLog.Append(to, CalibrationLog.Of(StoredRun.Load(results), kind, beside));
        return ExitCode.Success;
    }

    private static int Page(string raw, string target, TextWriter output)
    {
        File.WriteAllText(target, CalibrationPage.Of(CalibrationLog.Load(raw), Path.GetFileName(raw)));
        output.WriteLine(target);
        return ExitCode.Success;
    }

    private static string OneOf(string option, string value, IReadOnlyList<string> allowed) =>
        allowed.Contains(value) ? value : throw new UsageException($"{option}: '{value}' is none of {string.Join(", ", allowed)}");
}
