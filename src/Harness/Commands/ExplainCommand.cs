using System.CommandLine;
using FileTransfer.Harness.Explaining;
using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Harness.Explaining.Experiments;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Errors;
using FileTransfer.Results.Explaining;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Commands;

/// <summary>Explains why transfers of a case are sometimes slow, by experiment.</summary>
internal sealed class ExplainCommand(ExplainOptions options, TextWriter output)
{
    /// <summary>
    /// Turns as of a quick run, after a longer wait for the compiler: what it still does beside transfers would be taken for a cause.
    /// </summary>
    private static readonly Profile s_profile = Profile.Quick with
    {
        Cycles = 12,
        LongestCompilation = TimeSpan.FromSeconds(3),
        LongestWarmup = TimeSpan.FromMilliseconds(100),
    };

    /// <summary>Defines the command.</summary>
    public static Command Build(TextWriter output, CancellationToken cancellationToken)
    {
        var command = new Command("explain", "Say why transfers are sometimes slow: find causes by experiment, on this machine.");
        var options = new ExplainOptions(output, cancellationToken);
        Argument<string?> run = new("RUN")
        {
            Description = "A stored run: results.json, .gz, or a run's folder. Says what it shows by itself; with --budget, tries it here.",
            Arity = ArgumentArity.ZeroOrOne,
        };
        command.Add(run);
        command.AddAll(options.All);
        command.SetAction(result => result.GetValue(run) is { } path && !options.IsBudgetGiven(result)
            ? Task.FromResult(new ExplainCommand(options, output).Describe(path, result))
            : new ExplainCommand(options, output).RunAsync(result, cancellationToken));
        return command;
    }

    /// <summary>Says what a stored run shows by itself.</summary>
    private int Describe(string path, ParseResult result)
    {
        RunResult run = StoredRun.Load(path);
        Measurement measurement = StoredExplanation.Choose(run, options.StrategyOf(result), options.SizeOf(result));
        Explanation found = StoredExplanation.Of(measurement, new Explanation
        {
            StartedUtc = run.Run.StartedUtc,
            Command = ExplainOptions.CommandOf(result),
            Case = new ExplainedCase(measurement.Strategy, measurement.Transport, measurement.SizeBytes, measurement.Placement),
            Machine = Machine(run.Environment.Sender),
            Answer = [],
            Rounds = new ExplainRounds(0, 0, 0),
        });
        Write(found, options.FolderOf(result, DateTimeOffset.UtcNow));
        return ExitCode.Success;
    }

    private async Task<int> RunAsync(ParseResult result, CancellationToken cancellationToken)
    {
        DateTimeOffset started = DateTimeOffset.UtcNow;
        ExplainPlan plan = options.Read(result, started);
        output.WriteLine($"{ExplanationText.Case(CaseOf(plan))}, up to {plan.Budget.TotalMinutes:0.#} min\n");
        var runner = new ArmRounds(plan, s_profile);
        await using (runner)
        {
            Conclusion conclusion;
            try
            {
                conclusion = await new Explainer(plan, runner, ExperimentCatalog.All, output.WriteLine).RunAsync(cancellationToken);
            }
            catch (ExplainException exception)
            {
                output.WriteLine($"error: the case could not be measured: {exception.Message}");
                return ExitCode.Failed;
            }

            output.WriteLine();
            Write(
                conclusion.Conclude(new Explanation
                {
                    StartedUtc = started,
                    Command = plan.Command,
                    Case = CaseOf(plan),
                    Machine = Machine(MachineFacts.Collect()),
                    Answer = [],
                    Rounds = new ExplainRounds(0, 0, 0),
                }),
                plan.Folder);
            return conclusion.IsPartial ? ExitCode.Interrupted : ExitCode.Success;
        }
    }

    private static ExplainedCase CaseOf(ExplainPlan plan) => new(
        plan.Strategy.Id, plan.Sender.Transport, plan.Payload.Payload.Length, OptionValues.NameOf(plan.Sender.Affinity));

    private static string Machine(MachineFacts facts) => $"{facts.Hardware()}, kernel {facts.Kernel}";

    private void Write(Explanation found, string folder)
    {
        ExplanationFile.WriteAll(found, folder);
        foreach (string sentence in found.Answer.Concat(found.Notes))
        {
            output.WriteLine($"{sentence}\n");
        }

        output.WriteLine($"results: {folder}");
    }
}
