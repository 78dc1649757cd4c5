using System.CommandLine;
using FileTransfer.Lab.Networks;
using FileTransfer.Links;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Errors;

namespace FileTransfer.Lab.Commands;

/// <summary>Logs the conclusions of runs over simulated networks, and writes the page about what a network changes.</summary>
internal static class NetworkCommand
{
    /// <summary>The command; <c>scripts/network.sh</c> calls it.</summary>
    public static Command Build(TextWriter output)
    {
        var command = new Command("network", "Tell which verdicts change with the network; scripts/network.sh makes the runs.");
        var run = new Argument<string>("RESULTS") { Description = "The folder of a run with --link, or its results.json." };
        var to = new Option<string>("--to") { Description = "Log to append to.", Required = true };
        var note = new Command("note", "Append a run to a log of networks.") { run, to };
        note.SetAction(result =>
        {
            NetworkLog.Append(result.GetRequiredValue(to), NetworkLog.Of(StoredRun.Load(result.GetRequiredValue(run))));
            return ExitCode.Success;
        });

        var log = new Argument<string>("FILE") { Description = "The log of networks." };
        var target = new Option<string>("--output") { Description = "The page to write, as Markdown.", Required = true };
        var page = new Command("page", "Write the page of a log of networks.") { log, target };
        page.SetAction(result =>
        {
            string raw = result.GetRequiredValue(log);
            File.WriteAllText(result.GetRequiredValue(target), NetworkPage.Of(NetworkLog.Load(raw), Path.GetFileName(raw)));
            output.WriteLine(result.GetRequiredValue(target));
            return ExitCode.Success;
        });

        var link = new Option<string>("--link") { Description = "The network, as bench takes it.", Required = true };
        var congestion = new Option<string>("--congestion-control") { Description = "The congestion control.", Required = true };
        var has = new Command("has", "Exit with 0 when a log has a run of a network already, with 1 when it has none.")
        {
            log, link, congestion,
        };
        has.SetAction(result =>
        {
            var spec = LinkSpec.Parse(result.GetRequiredValue(link));
            string name = result.GetRequiredValue(congestion);
            return NetworkLog.Load(result.GetRequiredValue(log)).Any(entry => entry.IsOf(spec, name))
                ? ExitCode.Success
                : ExitCode.Failed;
        });
        command.Add(note);
        command.Add(page);
        command.Add(has);
        return command;
    }
}
