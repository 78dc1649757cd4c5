using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Reports;

/// <summary>A way of writing a run down for readers. It knows nothing but the run, and the same run gives the same bytes.</summary>
internal interface IReport
{
    /// <summary>Short name, such as <c>markdown</c>.</summary>
    string Name { get; }

    /// <summary>Name of the file in the folder of the run.</summary>
    string FileName { get; }

    /// <summary>Writes the report, with <c>\n</c> line ends.</summary>
    void Write(RunResult run, TextWriter writer);
}
