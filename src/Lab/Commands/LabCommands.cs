using System.CommandLine;

namespace FileTransfer.Lab.Commands;

/// <summary>The commands that only the makers need.</summary>
internal static class LabCommands
{
    /// <summary>All of them, for a command line that prints to <paramref name="output"/>.</summary>
    public static IReadOnlyList<Command> All(TextWriter output, CancellationToken cancellationToken) =>
    [
        HarnessCostCommand.Build(output, cancellationToken),
        CalibrationCommand.Build(output, cancellationToken),
        SiegeCommand.Build(output, cancellationToken),
        ExplainTrialsCommand.Build(output, cancellationToken),
        LinkCommand.Build(output, cancellationToken),
        NetworkCommand.Build(output),
        DocsCommand.Build(output),
    ];
}
