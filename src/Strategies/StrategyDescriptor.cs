namespace FileTransfer.Strategies;

/// <summary>What is known about a strategy without running it; stands beside its class as a static property.</summary>
/// <remarks>
/// Benchmarks pass the <see cref="Id"/> around and never an instance, because BenchmarkDotNet rebuilds its parameters
/// in the process that measures. A published id never changes its meaning: changed behaviour takes a new id.
/// </remarks>
public sealed record StrategyDescriptor
{
    private readonly Func<ConnectionOptions, ITransferStrategy> _create;

    private StrategyDescriptor(string id, StrategyFamily family, string mechanism, Type implementation, Func<ConnectionOptions, ITransferStrategy> create)
    {
        Id = id;
        Family = family;
        Mechanism = mechanism;
        Implementation = implementation;
        _create = create;
    }

    /// <summary>Kebab-case name on the command line and in results.</summary>
    public string Id { get; }

    /// <summary>The kind of channel.</summary>
    public StrategyFamily Family { get; }

    /// <summary>The calls that move the payload, in a few words.</summary>
    public string Mechanism { get; }

    /// <summary>The class that implements it.</summary>
    public Type Implementation { get; }

    /// <summary>True when the class implements <see cref="ISyncTransferStrategy"/>, false for <see cref="IAsyncTransferStrategy"/>.</summary>
    public bool IsSynchronous => typeof(ISyncTransferStrategy).IsAssignableFrom(Implementation);

    /// <summary>True when the class implements <see cref="IConcurrentTransferStrategy"/>: several of its transfers are under way at once.</summary>
    public bool IsConcurrent => typeof(IConcurrentTransferStrategy).IsAssignableFrom(Implementation);

    /// <summary>False only for strategies that send nothing and measure the harness.</summary>
    public bool Delivers => Family != StrategyFamily.Harness;

    /// <summary>True for those whose payload comes from the server: the file is what must arrive, and is not opened.</summary>
    public bool Fetches => Family == StrategyFamily.Rpc;

    /// <summary>Transports it can be asked to use, the default first.</summary>
    public IReadOnlyList<string> Transports { get; init; } = ["tcp"];

    /// <summary>Linux system calls that move the payload's bytes, in alphabetical order; empty where none does.</summary>
    /// <remarks>Observed with strace(1), and a test observes them again.</remarks>
    public IReadOnlyList<string> SystemCalls { get; init; } = [];

    /// <summary>Payloads it is meant for; there are no cases of others.</summary>
    public PayloadSizes Takes { get; init; } = PayloadSizes.Any;

    /// <summary>Finds out whether it can run on this machine, without side effects that outlive the call.</summary>
    public Func<Availability> Probe { get; init; } = () => Availability.Available;

    /// <summary>Describes a strategy class; synchronous or asynchronous follows from the interface the class implements.</summary>
    public static StrategyDescriptor For<TStrategy>(string id, StrategyFamily family, string mechanism, Func<ConnectionOptions, TStrategy> create)
        where TStrategy : class, ITransferStrategy =>
        new(id, family, mechanism, typeof(TStrategy), create);

    /// <summary>Makes an unconnected instance.</summary>
    public ITransferStrategy Create(ConnectionOptions options) => _create(options);

    /// <inheritdoc/>
    public override string ToString() => Id;
}
