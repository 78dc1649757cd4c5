using BenchmarkDotNet.Characteristics;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains;
using BenchmarkDotNet.Toolchains.Parameters;
using BenchmarkDotNet.Toolchains.Results;
using BenchmarkDotNet.Validators;
using FileTransfer.Harness.Rounds;
using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Exports;

/// <summary>Passes the completed launches to BenchmarkDotNet, which evaluates and exports them as its own.</summary>
internal sealed class RecordedToolchain(RunSoFar run) : IToolchain, IGenerator, IBuilder, IExecutor
{
    /// <summary>Prefix of output lines that are not measurements.</summary>
    private const string Prefix = "//";

    public string Name => "FileTransfer";

    public IGenerator Generator => this;

    public IBuilder Builder => this;

    public IExecutor Executor => this;

    public bool IsInProcess => false;

    public IEnumerable<ValidationError> Validate(BenchmarkCase benchmarkCase, IResolver resolver) => [];

    public GenerateResult GenerateProject(BuildPartition buildPartition, ILogger logger, string rootArtifactsFolderPath) =>
        GenerateResult.Success(ArtifactsPaths.Empty, []);

    public BuildResult Build(GenerateResult generateResult, BuildPartition buildPartition, ILogger logger) =>
        BuildResult.Success(generateResult);

    public ExecuteResult Execute(ExecuteParameters executeParameters)
    {
        // BenchmarkDotNet counts launches from 1.
        if (run
            .Of(CaseKey.Of(executeParameters.BenchmarkCase)).Outputs
            .ElementAtOrDefault(executeParameters.LaunchIndex - 1) is not { } output)
        {
            return new ExecuteResult(true, ExitCode.Failed, null, [], [], [], executeParameters.LaunchIndex);
        }

        ILookup<bool, string> lines = output.Lines.ToLookup(line => line.StartsWith(Prefix, StringComparison.Ordinal));
        foreach (string line in output.Lines)
        {
            executeParameters.Logger.WriteLine(line);
        }

        return new ExecuteResult(
            true,
            output.ExitCode,
            output.ProcessId,
            [.. lines[false]],
            [.. lines[true]],
            output.Lines,
            executeParameters.LaunchIndex);
    }
}
