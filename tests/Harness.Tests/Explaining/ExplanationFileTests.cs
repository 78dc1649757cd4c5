using System.Xml.Linq;
using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Harness.Explaining.Experiments;
using FileTransfer.Harness.Explaining;
using FileTransfer.Results.Explaining;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Tests.Explaining;

public sealed class ExplanationFileTests
{
    [Fact]
    public async Task Load_WhatWasWritten_IsTheSame()
    {
        Explanation found = await FoundAsync();
        using var folder = new TemporaryFolder();

        ExplanationFile.WriteAll(found, folder.Path);
        Explanation read = ExplanationFile.Load(Path.Combine(folder.Path, ExplanationFile.JsonName));

        Assert.Equal(ExplanationFile.Text(found), ExplanationFile.Text(read));
        Assert.Equal(found.Causes.Select(cause => cause.Cause), read.Causes.Select(cause => cause.Cause));
    }

    [Fact]
    public async Task Markdown_Explanation_BeginsWithTheAnswer()
    {
        Explanation found = await FoundAsync();

        string text = ExplanationFile.Markdown(found);

        Assert.StartsWith("# Of the slowness, ", text, StringComparison.Ordinal);
        Assert.Contains("## Causes", text, StringComparison.Ordinal);
        Assert.Contains("## Ruled out", text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Html_Explanation_IsWellFormedAndHasItsPictures()
    {
        Explanation found = await FoundAsync();
        var writer = new StringWriter();

        ExplanationFile.WriteHtml(found, writer);
        string page = writer.ToString();

        XDocument document = XDocument.Parse(page[page.IndexOf("<html", StringComparison.Ordinal)..]);
        string[] pictures = [.. document.Descendants()
            .Where(element => element.Name.LocalName == "figure")
            .Select(element => element.Attribute("id")!.Value)];
        Assert.Equal(["decomposition", "effects", "timeline"], pictures);
    }

    private static async Task<Explanation> FoundAsync()
    {
        ExplainPlan plan = ExplainerTests.Plan(sender => sender with { ReceiverBuffer = new ByteSize(4096), Link = "rtt=1ms" });
        var simulated = new SimulatedCase(arm => arm.Sender.ReceiverBuffer is null ? 1 : 1.5)
        {
            OfEach = (index, _) => index % 20 == 0 ? 8 : 1,
            Noted = (_, trace) => trace with { Retransmissions = SimulatedLaunches.Column(i => i % 20 == 0) },
        };
        Conclusion conclusion = await new Explainer(plan, simulated, ExperimentCatalog.All, _ => { }, () => simulated.Elapsed)
            .RunAsync(TestContext.Current.CancellationToken);
        return conclusion.Conclude(ExplainerTests.Frame());
    }
}
