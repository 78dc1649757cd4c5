using System.CommandLine;
using System.Globalization;
using System.Text;
using FileTransfer.Harness.Commands;
using FileTransfer.Lab.Siege;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Lab.Commands;

/// <summary>Does to a server what it has to withstand, and writes down what it did.</summary>
internal static class SiegeCommand
{
    private const int SoakConnections = 256;

    /// <summary>The command; it makes charts/amd-epyc-2-cores/siege.md.</summary>
    public static Command Build(TextWriter output, CancellationToken cancellationToken)
    {
        var command = new Command("siege", "Show what the server withstands: idle, slow, surplus and dying clients. Takes four minutes.");
        var page = new Option<string?>("--output") { Description = "The page to write, as Markdown. Default: none." };
        var soak = new Option<string?>("--soak")
        {
            Description = "Instead: mixed and misbehaving connections for so long, such as 10m, while the server is killed and suspended.",
            HelpName = "time",
        };
        var seed = new Option<int>("--seed") { Description = "Seed of the soak.", DefaultValueFactory = _ => 1 };
        command.Add(page);
        command.Add(soak);
        command.Add(seed);
        command.SetAction(result =>
        {
            IReadOnlyList<Func<CancellationToken, Task<Finding>>> parts = SiegeParts.All;
            if (result.GetValue(soak) is { } time)
            {
                TimeSpan length = OptionValues.ReadDuration("--soak", time, TimeSpan.FromHours(48));
                parts = [token => new Soak(SoakConnections, result.GetValue(seed)).RunAsync(length, token)];
            }

            return RunAsync(parts, result.GetValue(page), output, cancellationToken);
        });
        return command;
    }

    private static async Task<int> RunAsync(
        IReadOnlyList<Func<CancellationToken, Task<Finding>>> parts,
        string? page,
        TextWriter output,
        CancellationToken cancellationToken)
    {
        if (!OperatingSystem.IsLinux())
        {
            throw new UsageException("siege reads /proc, which only Linux has");
        }

        List<Finding> findings = [];
        foreach (Func<CancellationToken, Task<Finding>> part in parts)
        {
            Finding finding = await part(cancellationToken);
            findings.Add(finding);
            await output.WriteLineAsync($"{finding.Word}: {finding.What}: {finding.Measured}");
        }

        if (page is not null)
        {
            await File.WriteAllTextAsync(page, Page(findings), cancellationToken);
            await output.WriteLineAsync(page);
        }

        return findings.TrueForAll(finding => finding.IsMet) ? ExitCode.Success : ExitCode.Failed;
    }

    private static string Page(IReadOnlyList<Finding> findings)
    {
        MachineFacts machine = MachineFacts.Collect();
        var page = new StringBuilder("# Siege\n\n");
        page.Append("What the server withstands, each part against a server of its own with default\n");
        page.Append(
            "limits, over loopback, clients and server on the same processors. "
            + "Written by `dotnet run -c Release --project src/Lab -- siege --output charts/amd-epyc-2-cores/siege.md`.\n\n");
        page.Append(
            CultureInfo.InvariantCulture,
            $"{machine.Hardware()}, kernel {machine.Kernel}, {machine.Runtime}, ");
        page.Append(CultureInfo.InvariantCulture, $"commit {machine.Commit}, {DateTime.UtcNow:yyyy-MM-dd}.\n\n");
        return page.Append(Finding.Table("what is done", "asked", findings)).ToString();
    }
}
