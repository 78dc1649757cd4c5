using System.CommandLine;
using System.Globalization;
using FileTransfer.Lab.LinkProof;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Lab.Commands;

/// <summary>Proves that a simulated link does what it is asked for, and writes down how well.</summary>
internal static class LinkCommand
{
    private const string Begin = "<!-- proof of the link -->\n";
    private const string End = "<!-- end -->";

    /// <summary>The command; it renews docs/networks.md.</summary>
    public static Command Build(TextWriter output, CancellationToken cancellationToken)
    {
        var page = new Option<string?>("--output")
        {
            Description = "Page whose part between '<!-- proof of the link -->' and '<!-- end -->' is renewed. Default: none.",
        };
        var scale = new Option<double>("--scale")
        {
            Description = "Share of the packets and of the time, such as 0.01 for a try; its figures prove nothing.",
            DefaultValueFactory = _ => 1,
        };
        var prove = new Command(
            "prove",
            "Measure delay, loss, rate and seed of simulated links against what was asked. Takes five minutes, as root.")
        {
            page, scale,
        };
        prove.SetAction(result =>
        {
            double share = result.GetValue(scale);
            return share is > 0 and <= 1
                ? RunAsync(share, result.GetValue(page), output, cancellationToken)
                : throw new UsageException($"--scale: {share.ToString(CultureInfo.InvariantCulture)} is no share above 0, up to 1");
        });
        return new Command("link", "Prove the simulated networks of --link.") { prove };
    }

    private static async Task<int> RunAsync(double scale, string? page, TextWriter output, CancellationToken cancellationToken)
    {
        if (page is not null && (scale < 1 || Parts(await File.ReadAllTextAsync(page, cancellationToken)) is null))
        {
            throw new UsageException($"--output {page}: it must have the lines '{Begin.Trim()}' and '{End}', and --scale must be 1");
        }

        List<Finding> findings = [];
        foreach (Func<CancellationToken, Finding> part in LinkParts.All(scale))
        {
            Finding finding = await Task.Run(() => part(cancellationToken), cancellationToken);
            findings.Add(finding);
            await output.WriteLineAsync($"{finding.Word}: {finding.What}: {finding.Target}: {finding.Measured}");
        }

        if (page is not null && Parts(await File.ReadAllTextAsync(page, cancellationToken)) is var (before, after))
        {
            await File.WriteAllTextAsync(page, before + Begin + Table(findings) + after, cancellationToken);
            await output.WriteLineAsync(page);
        }

        return findings.TrueForAll(finding => finding.IsMet) ? ExitCode.Success : ExitCode.Failed;
    }

    /// <summary>What is before and after the generated part of a page; null when it has none.</summary>
    private static (string Before, string After)? Parts(string page)
    {
        int begin = page.IndexOf(Begin, StringComparison.Ordinal);
        int end = begin < 0 ? -1 : page.IndexOf(End, begin, StringComparison.Ordinal);
        return end < 0 ? null : (page[..begin], page[end..]);
    }

    private static string Table(IReadOnlyList<Finding> findings)
    {
        MachineFacts machine = MachineFacts.Collect();
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{machine.Hardware()}, kernel {machine.Kernel}, commit {machine.Commit}, {DateTime.UtcNow:yyyy-MM-dd}.\n\n"
            + $"{Finding.Table("what is asked", "how well", findings)}");
    }
}
