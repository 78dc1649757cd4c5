using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Reports;
using FileTransfer.Strategies.Contracts;
using static FileTransfer.Harness.Tests.SampleRuns;

namespace FileTransfer.Harness.Tests.Analysis;

/// <summary>Reports say what proves transfers with servers of another make, and claim nothing that only our servers prove.</summary>
public sealed class ProofNoteTests
{
    private const string Url = "http://127.0.0.1:9/x";

    [Theory]
    [InlineData("client", "Proof: the length of every response and the checksum of responses chosen by chance, by the client's own count;")]
    [InlineData("count", "Proof: the server told in the answer to every upload how many bytes had arrived; nobody compared a checksum.")]
    [InlineData("accepted", "Proof: uploads were accepted, by the status of every answer, and not proven: nobody knows how many bytes ")]
    public void Of_AServerOfAnotherMake_SaysWhatProvesIt(string proof, string words)
    {
        RunResult run = Foreign(proof);
        Assert.StartsWith(words, ProofNote.Of(run), StringComparison.Ordinal);
        foreach (IReport report in (IReport[])[new MarkdownReport(), new HtmlReport()])
        {
            var written = new StringWriter();
            report.Write(run, written);
            Assert.Contains(words[..60].Split('\'')[0], written.ToString(), StringComparison.Ordinal);
            Assert.DoesNotContain("confirmed by the receiver to its last byte", written.ToString(), StringComparison.Ordinal);
            Assert.DoesNotContain("until the receiver has confirmed", written.ToString(), StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Of_OurServers_IsNothing() => Assert.Null(ProofNote.Of(Small()));

    [Fact]
    public void ReceiverCpu_OfAServerOfAnotherMake_IsUnknown()
    {
        ReportColumn cpu = ReportColumn.All.Single(column => column.Header == "receiver CPU s/GB");
        RunResult run = Foreign("client");
        Assert.Equal("?", cpu.Text(new ReportRow(run, run.Measurements[0])));
    }

    private static RunResult Foreign(string proof)
    {
        Measurement measured = Measured($"client@{Url}", Kilobyte, Steps(1000, 0));
        StrategyRole role = proof == "client" ? StrategyRole.Fetch : StrategyRole.Send;
        return Run(measured with
        {
            VerifiedByCount = 0,
            ReceiverCpuSecondsPerGB = null,
            Dimensions = new StrategyDimensions(role) { Url = Url, Proof = proof, Original = "client" },
        });
    }
}
