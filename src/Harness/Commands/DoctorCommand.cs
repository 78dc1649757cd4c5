using System.CommandLine;
using System.Net;
using System.Text.Json;
using FileTransfer.Harness.Doctor;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Servers;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Control;
using Spectre.Console;

namespace FileTransfer.Harness.Commands;

/// <summary>Says what on this machine or path spoils a measurement, what it costs, and what would change it. It changes nothing.</summary>
internal static class DoctorCommand
{
    private const int Width = 120;

    /// <summary>Defines the command.</summary>
    public static Command Build(TextWriter output, CancellationToken cancellationToken)
    {
        var command = new Command("doctor", "Say what on this machine spoils a measurement, and what would change it. It changes nothing.");
        var server = new Option<string?>("--server")
        {
            Description = "Control address of a running server, as 'serve' printed it: the other end is looked at as well.",
        };
        var file = new Option<string?>("--file") { Description = "The file that you want to send." };
        var json = new Option<bool>("--json") { Description = "Print JSON." };
        command.Add(server);
        command.Add(file);
        command.Add(json);
        command.SetAction(result => RunAsync(
            OptionValues.ServerAddress(result.GetValue(server)),
            result.GetValue(file),
            result.GetValue(json),
            output,
            cancellationToken));
        return command;
    }

    /// <summary>The exit code of an examination.</summary>
    internal static int ExitCodeOf(IReadOnlyList<Diagnosis> found) =>
        DoctorText.Count(found, Severity.Unfit) > 0 ? ExitCode.Inconclusive
        : DoctorText.Count(found, Severity.Limit) > 0 ? ExitCode.Failed
        : ExitCode.Success;

    private static async Task<int> RunAsync(Uri? server, string? file, bool json, TextWriter output, CancellationToken cancellationToken)
    {
        PlannedMeasurement planned = await PlannedAsync(server, file, cancellationToken);
        await OwnFamily.WaitUntilQuietAsync(line => (json ? TextWriter.Null : output).WriteLine($"{line}\n"), cancellationToken);
        IReadOnlyList<Diagnosis> found = await Examination.MakeAsync(planned, cancellationToken);
        if (json)
        {
            await output.WriteLineAsync(JsonSerializer.Serialize(found, IndentedJson.Default.IReadOnlyListDiagnosis));
            return ExitCodeOf(found);
        }

        foreach (IGrouping<string, Diagnosis> group in found.GroupBy(one => one.Group))
        {
            await output.WriteLineAsync(group.Key);
            PlainConsole.For(output, Width).Write(TableOf(group));
            await output.WriteLineAsync();
        }

        await output.WriteLineAsync(DoctorText.Verdict(found));
        return ExitCodeOf(found);
    }

    private static async Task<PlannedMeasurement> PlannedAsync(Uri? server, string? file, CancellationToken cancellationToken)
    {
        if (file is not null && !File.Exists(file))
        {
            throw new UsageException($"--file: there is no file '{file}'");
        }

        var planned = new PlannedMeasurement { Payload = file is null ? null : Path.GetFullPath(file) };
        if (server is null)
        {
            return planned;
        }

        using var control = new ControlClient(server);
        ServerEnvironment environment = await control.GetEnvironmentAsync(cancellationToken);
        EndPoint receiver = await control.FindEndpointAsync(Transport.Tcp, isVerifying: false, cancellationToken);
        IPAddress? host = ReceiverAddress.HostOf(receiver);
        return planned with
        {
            Receiver = environment.Machine,
            IsLoopback = host is null || IPAddress.IsLoopback(host),
        };
    }

    private static Table TableOf(IEnumerable<Diagnosis> group)
    {
        var table = new Table { Border = TableBorder.None, ShowHeaders = false };
        table.AddColumn(new TableColumn("").Width(5).NoWrap());
        table.AddColumn(new TableColumn("").Width(21).NoWrap());
        table.AddColumn(new TableColumn(""));
        foreach (Diagnosis one in group)
        {
            string[] lines =
            [
                one.Text,
                .. one.Cost is { } cost ? [cost] : Array.Empty<string>(),
                .. one.Remedy is { } remedy ? [$"→ {remedy}"] : Array.Empty<string>(),
            ];
            table.AddRow(new Text(Word(one.Severity)), new Text(one.Check), new Text(string.Join('\n', lines)));
        }

        return table;
    }

    private static string Word(Severity severity) => severity switch
    {
        Severity.Limit => "LIMIT",
        Severity.Unfit => "UNFIT",
        Severity.Unknown => "?",
        _ => severity.ToString().ToLowerInvariant(),
    };
}
