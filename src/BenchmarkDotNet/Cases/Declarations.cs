namespace FileTransfer.Benchmarking.Cases;

/// <summary>The base class of benchmarks, as the code that reads them sees it.</summary>
internal interface ITransferBenchmark;

/// <summary>An attribute that names sizes.</summary>
internal interface IFileSizes
{
    /// <summary>The sizes, those included that are none.</summary>
    IEnumerable<SizeParameter> Sizes { get; }
}

/// <summary>An attribute that names strategies.</summary>
internal interface IStrategyIds;

/// <summary>An attribute that names the strategy of a method.</summary>
internal interface IStrategyId
{
    /// <summary>Its id.</summary>
    string Id { get; }
}

/// <summary>An attribute that asks for columns about single transfers.</summary>
internal interface ITransferColumns;
