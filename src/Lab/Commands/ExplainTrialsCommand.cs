using System.CommandLine;
using System.Globalization;
using System.IO.Enumeration;
using FileTransfer.Harness.Commands;
using FileTransfer.Lab.Explaining;
using FileTransfer.Results.Errors;

namespace FileTransfer.Lab.Commands;

/// <summary>Puts causes into cases, and logs what <c>explain</c> names.</summary>
internal static class ExplainTrialsCommand
{
    /// <summary>The command.</summary>
    public static Command Build(TextWriter output, CancellationToken cancellationToken)
    {
        var command = new Command("explain-trials", "Put causes into cases, and log what explain names; it is told nothing of them.");
        var log = new Argument<string>("LOG") { Description = "The log, to which each trial is appended." };
        var only = new Option<string>("--only")
        {
            Description = "Trials by name, such as 'quota/*,none'; * and ? are wildcards.",
            DefaultValueFactory = _ => "*",
        };
        var budget = new Option<string>("--budget") { Description = "Time for each.", DefaultValueFactory = _ => "5m" };
        var times = new Option<int>("--times") { Description = "How often each is made.", DefaultValueFactory = _ => 1 };
        var list = new Option<bool>("--list") { Description = "Print the names of the trials, and make none." };
        var table = new Option<bool>("--table") { Description = "Print the table of the log, and make no trial." };
        command.Add(log);
        command.Add(only);
        command.Add(budget);
        command.Add(times);
        command.Add(list);
        command.Add(table);
        command.SetAction(async result =>
        {
            string path = result.GetRequiredValue(log);
            if (result.GetValue(table))
            {
                output.Write(TrialLog.Table(TrialLog.Load(path)));
                return ExitCode.Success;
            }

            string[] patterns = result.GetRequiredValue(only).Split(',');
            Trial[] trials =
            [
                .. TrialCatalog.All.Where(trial => patterns.Any(one => FileSystemName.MatchesSimpleExpression(one, trial.Name))),
            ];
            if (trials.Length == 0)
            {
                throw new UsageException($"--only {string.Join(',', patterns)} names no trial; --list shows them");
            }

            if (result.GetValue(list))
            {
                await output.WriteLineAsync(string.Join('\n', trials.Select(trial => trial.Name)));
                return ExitCode.Success;
            }

            TimeSpan time = OptionValues.ReadDuration("--budget", result.GetRequiredValue(budget), TimeSpan.FromHours(1));
            await MakeAsync(trials, (int)time.TotalSeconds, result.GetValue(times), path, output, cancellationToken);
            return ExitCode.Success;
        });
        return command;
    }

    private static async Task MakeAsync(
        Trial[] trials,
        int budget,
        int times,
        string log,
        TextWriter output,
        CancellationToken cancellationToken)
    {
        if (!OperatingSystem.IsLinux())
        {
            throw new UsageException("explain-trials needs /proc and cgroups, which only Linux has");
        }

        for (int time = 0; time < times; time++)
        {
            foreach (Trial trial in trials)
            {
                TrialEntry entry = await TrialRun.MakeAsync(trial, budget, Random.Shared.Next(1, 100_000), cancellationToken);
                TrialLog.Append(log, entry);
                string named = entry.Failure ?? string.Join(", ", entry.Named.Select(one => string.Create(
                    CultureInfo.InvariantCulture, $"{one.Cause} {one.Share:0.00} ({one.Low:0.00}–{one.High:0.00}) {one.Claim}")));
                await output.WriteLineAsync($"{(entry.IsRight ? "right" : "WRONG")}: {trial.Name}: {(named.Length > 0 ? named : "none")}");
            }
        }
    }
}
