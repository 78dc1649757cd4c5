using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Environments;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Validators;
using FileTransfer.Benchmarking;
using FileTransfer.Benchmarking.Host;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Tests.Benchmarking;

/// <summary>What is wrong with a class of benchmarks is said before anything is built.</summary>
public sealed class TransferValidatorTests
{
    public static TheoryData<Type, string> Wrong { get; } = new()
    {
        { typeof(UnknownStrategy), "unknown strategy 'send-fiel'; did you mean send-file?" },
        { typeof(UnknownVariant), "unknown strategy 'send-file@fast'" },
        { typeof(NearlyOwnStrategy), "did you mean claims-all?" },
        { typeof(NoSize), "'12Q' is no size of a file" },
        { typeof(NoBytes), "'0' is no size of a file" },
        { typeof(WithoutSizes), "has 0 properties with [FileSizes]" },
        { typeof(SizesOfAnotherType), "its type must be FileTransfer.Strategies.Units.ByteSize" },
        { typeof(WithoutStrategies), "WithoutStrategies.Transfer has no strategy" },
        { typeof(WithBoth), "use one of the two" },
    };

    [Theory]
    [MemberData(nameof(Wrong))]
    public void Validate_SomethingWrong_IsACriticalErrorThatSaysWhat(Type benchmarks, string words)
    {
        ValidationError error = Assert.Single(Validate(benchmarks));
        Assert.True(error.IsCritical);
        Assert.Contains(words, error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(typeof(AllRight))]
    [InlineData(typeof(AsMethods))]
    public void Validate_NothingWrong_SaysNothing(Type benchmarks) => Assert.Empty(Validate(benchmarks));

    /// <summary>The other cases can be measured.</summary>
    [Fact]
    public void Validate_StrategyWithSeveralInFlight_IsNotCritical()
    {
        ValidationError error = Assert.Single(Validate(typeof(SeveralInFlight)));
        Assert.False(error.IsCritical);
        Assert.Contains("several transfers in flight", error.Message, StringComparison.Ordinal);
    }

    /// <summary>BenchmarkDotNet would say it after its builds have failed, in the words of NuGet.</summary>
    [Fact]
    public void Validate_OlderRuntime_IsNotCriticalAndSaysWhich()
    {
        IConfig config = ManualConfig.CreateEmpty()
            .AddJob(Job.Default.WithRuntime(CoreRuntime.Core90), Job.Default.WithRuntime(CoreRuntime.Core10_0))
            .AddJob(Job.Default.WithRuntime(ClrRuntime.Net48));
        ValidationError[] errors = Validate(typeof(AllRight), config);
        Assert.Equal([".NET 9.0", ".NET Framework 4.8"], errors.Select(error => error.Message.Split(':')[0]).Order(StringComparer.Ordinal));
        Assert.All(errors, error => Assert.False(error.IsCritical));
    }

    [Fact]
    public void FileSizes_InATable_AreSortedBySize() => Assert.Equal(
        ["1500", "64K", "1M"],
        BenchmarkConverter.TypeToBenchmarks(typeof(AllRight)).BenchmarksCases
            .Where(benchmark => (string)benchmark.Parameters["Strategy"] == "send-file")
            .Select(benchmark => benchmark.Parameters["Size"].ToString()));

    [Fact]
    public void FileSizes_InGeneratedCode_AreExpressions() => Assert.Equal(
        "new global::FileTransfer.Strategies.Units.ByteSize(1500L)",
        BenchmarkConverter.TypeToBenchmarks(typeof(AllRight)).BenchmarksCases[0].Parameters.Items
            .Single(item => item.Name == "Size").ToSourceCode());

    [Fact]
    public void Send_WithoutBenchmarkDotNet_SaysWhoCanRunIt()
    {
        string words = Assert.Throws<InvalidOperationException>(() => new AllRight().Transfer()).Message;
        Assert.Contains("BenchmarkRunner.Run<AllRight>()", words, StringComparison.Ordinal);
    }

    private static ValidationError[] Validate(Type benchmarks, IConfig? config = null) =>
    [
        .. new TransferValidator().Validate(new ValidationParameters(
            BenchmarkConverter.TypeToBenchmarks(benchmarks, config).BenchmarksCases, DefaultConfig.Instance.CreateImmutableConfig())),
    ];

    // BenchmarkDotNet takes public classes only.
#pragma warning disable CA1034
    public class AllRight : TransferBenchmark
    {
        [StrategyIds("send-file", "send-file@poll", "claims-all")]
        public string Strategy { get; set; } = "";

        [FileSizes("1M", "1500", "64K")]
        public ByteSize Size { get; set; }

        [Benchmark]
        public Delivery Transfer() => Send();
    }

    public class AsMethods : TransferBenchmark
    {
        [FileSizes("1K")]
        public ByteSize Size { get; set; }

        [Benchmark(Baseline = true), StrategyId("send-file")]
        public Delivery One() => Send();

        [Benchmark, StrategyId("copy-to-async")]
        public Delivery Other() => Send();
    }

    public class UnknownStrategy : AllSizes
    {
        [StrategyIds("send-fiel")]
        public string Strategy { get; set; } = "";
    }

    public class UnknownVariant : AllSizes
    {
        [StrategyIds("send-file@fast")]
        public string Strategy { get; set; } = "";
    }

    public class NearlyOwnStrategy : AllSizes
    {
        [StrategyIds("claim-all")]
        public string Strategy { get; set; } = "";
    }

    public class SeveralInFlight : AllSizes
    {
        [StrategyIds("null", "send-file", "http-body-32")]
        public string Strategy { get; set; } = "";
    }

    public class WithoutStrategies : AllSizes;

    public class WithBoth : AllSizes
    {
        [StrategyIds("send-file")]
        public string Strategy { get; set; } = "";

        [Benchmark, StrategyId("send-file")]
        public override Delivery Transfer() => Send();
    }

    public class NoSize : TransferBenchmark
    {
        [FileSizes("1K", "12Q")]
        public ByteSize Size { get; set; }

        [Benchmark, StrategyId("send-file")]
        public Delivery Transfer() => Send();
    }

    public class NoBytes : TransferBenchmark
    {
        [FileSizes("0")]
        public ByteSize Size { get; set; }

        [Benchmark, StrategyId("send-file")]
        public Delivery Transfer() => Send();
    }

    public class WithoutSizes : TransferBenchmark
    {
        [Benchmark, StrategyId("send-file")]
        public Delivery Transfer() => Send();
    }

    public class SizesOfAnotherType : TransferBenchmark
    {
        [FileSizes("1K")]
        public string Size { get; set; } = "";

        [Benchmark, StrategyId("send-file")]
        public Delivery Transfer() => Send();
    }

    public abstract class AllSizes : TransferBenchmark
    {
        [FileSizes("1K")]
        public ByteSize Size { get; set; }

        [Benchmark]
        public virtual Delivery Transfer() => Send();
    }
#pragma warning restore CA1034
}
