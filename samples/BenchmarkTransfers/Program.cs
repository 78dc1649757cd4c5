using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Running;
using FileTransfer.Benchmarking;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Units;

BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run(args);

/// <summary>Strategies by size.</summary>
[TransferColumns, MemoryDiagnoser]
public class MyTransfers : TransferBenchmark
{
    [StrategyIds("send-file", "copy-to-async", "my-own")] public string Strategy { get; set; } = "";
    [FileSizes("1K", "1M")] public ByteSize Size { get; set; }
    [Benchmark] public Delivery Transfer() => Send();
}

/// <summary>Strategies as methods, which can have a baseline.</summary>
[TransferColumns]
public class MyRatios : TransferBenchmark
{
    [FileSizes("64K")] public ByteSize Size { get; set; }
    [Benchmark(Baseline = true), StrategyId("read-write-64k")] public Delivery Loop() => Send();
    [Benchmark, StrategyId("send-file@2")] public Delivery SendFile() => Send();
}
