using BenchmarkDotNet.Environments;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Validators;
using FileTransfer.Benchmarking.Cases;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Benchmarking.Host;

/// <summary>Finds what is wrong with benchmarks of transfers before anything is built.</summary>
/// <remarks>What a case needs and this machine does not have is told, and no reason to leave the other cases out.</remarks>
internal sealed class TransferValidator : IValidator
{
    /// <inheritdoc/>
    public bool TreatsWarningsAsErrors => false;

    /// <inheritdoc/>
    public IEnumerable<ValidationError> Validate(ValidationParameters validationParameters) => validationParameters.Benchmarks
        .Where(benchmark => BenchmarkClass.Is(benchmark.Descriptor.Type))
        .GroupBy(benchmark => benchmark.Descriptor.Type)
        .SelectMany(benchmarks => Validate(benchmarks.Key, [.. benchmarks]));

    private static IEnumerable<ValidationError> Validate(Type type, BenchmarkCase[] benchmarks)
    {
        var declared = new BenchmarkClass(type);
        var known = new ClassStrategies(type);
        string[] problems =
        [
            .. declared.Problems()
                .Concat(benchmarks.Select(declared.ProblemOf).OfType<string>())
                .Distinct(),
        ];
        if (problems.Length > 0)
        {
            return problems.Select(problem => new ValidationError(isCritical: true, problem));
        }

        return benchmarks
            .Select(benchmark => benchmark.Job.Environment.Runtime is { } runtime ? ProblemOf(runtime) : null)
            .Concat(benchmarks.Select(benchmark => ProblemOf(declared.StrategyOf(benchmark), declared.SizeOf(benchmark).Bytes, known)))
            .OfType<(bool IsCritical, string Message)>()
            .Distinct()
            .Select(problem => new ValidationError(problem.IsCritical, problem.Message));
    }

    /// <summary>What BenchmarkDotNet builds for a runtime refers to this library, which is built for .NET 10.</summary>
    private static (bool IsCritical, string Message)? ProblemOf(Runtime runtime)
    {
        const int Oldest = 10;
        string number = runtime.MsBuildMoniker.Replace("net", "", StringComparison.Ordinal).Split('-')[0];
        bool isKnown = Version.TryParse(number, out Version? version);
        return isKnown && version!.Major >= Oldest
            ? null
            : (false, $"{runtime.Name}: FileTransfer.BenchmarkDotNet is built for .NET {Oldest}, so what is built for an older runtime "
                + "fails; leave this job out");
    }

    private static (bool IsCritical, string Message)? ProblemOf(string id, long sizeBytes, ClassStrategies known) =>
        known.ProblemOf(id) is { } problem ? (true, problem)
        : known.TryFind(id, out StrategyDescriptor? strategy) && Obstacle.To(strategy, sizeBytes) is { } obstacle ? (false, obstacle)
        : null;
}
