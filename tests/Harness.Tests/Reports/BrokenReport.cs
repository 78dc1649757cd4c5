using FileTransfer.Results;
using FileTransfer.Results.Reports;

namespace FileTransfer.Harness.Tests.Reports;

/// <summary>A report with a defect that shows half-way through.</summary>
internal sealed class BrokenReport : IReport
{
    public string Name => "broken";

    public string FileName => "broken.md";

    public void Write(RunResult run, TextWriter writer)
    {
        writer.Write("half of it");
        throw new InvalidOperationException("no group at all");
    }
}
