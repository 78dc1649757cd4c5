namespace FileTransfer.Strategies;

/// <summary>What is known about a strategy without running it; stands beside its class as a static property.</summary>
/// <remarks>
/// Benchmarks pass the <see cref="Id"/> around and never an instance, because BenchmarkDotNet rebuilds its parameters
/// in the process that measures. A published id never changes its meaning: changed behaviour takes a new id.
/// </remarks>
public sealed record StrategyDescriptor
{
    private StrategyDescriptor(string id, StrategyFamily family, string mechanism, Type implementation, Func<ConnectionOptions, ITransferStrategy> create)
    {
        Id = id;
        Family = family;
        Mechanism = mechanism;
        Implementation = implementation;
        Creation = create;
    }

    /// <summary>Kebab-case name on the command line and in results.</summary>
    public string Id { get; private init; }

    /// <summary>The kind of channel.</summary>
    public StrategyFamily Family { get; }

    /// <summary>The calls that move the payload, in a few words.</summary>
    public string Mechanism { get; }

    /// <summary>The class that implements it.</summary>
    public Type Implementation { get; private init; }

    private Func<ConnectionOptions, ITransferStrategy> Creation { get; init; }

    /// <summary>True when the class implements <see cref="ISyncTransferStrategy"/>, false for <see cref="IAsyncTransferStrategy"/>.</summary>
    public bool IsSynchronous => typeof(ISyncTransferStrategy).IsAssignableFrom(Implementation);

    /// <summary>True when the class implements <see cref="IConcurrentTransferStrategy"/>: several of its transfers are under way at once.</summary>
    public bool IsConcurrent => typeof(IConcurrentTransferStrategy).IsAssignableFrom(Implementation);

    /// <summary>False only for strategies that send nothing and measure the harness.</summary>
    public bool Delivers => Dimensions.Role != StrategyRole.Harness;

    /// <summary>True for those whose payload comes from the server: the file is what must arrive, and is not opened.</summary>
    public bool Fetches => Dimensions.Role == StrategyRole.Fetch;

    /// <summary>True for a way of the native reference: it runs in a program outside of .NET, and is in no catalog.</summary>
    public bool IsNative => Dimensions.Counterpart is not null;

    /// <summary>What it does, as measurements of it record it.</summary>
    /// <remarks>What its family says by default: it fetches, measures the harness, or sends.</remarks>
    public StrategyDimensions Dimensions
    {
        get => field ?? Family switch
        {
            StrategyFamily.Harness => new StrategyDimensions(StrategyRole.Harness),
            StrategyFamily.Rpc => new StrategyDimensions(StrategyRole.Fetch),
            _ => StrategyDimensions.Send,
        };
        init;
    }

    /// <summary>Transports it can be asked to use, the default first.</summary>
    public IReadOnlyList<string> Transports { get; init; } = ["tcp"];

    /// <summary>Linux system calls that move the payload's bytes, in alphabetical order; empty where none does.</summary>
    /// <remarks>Observed with strace(1), and a test observes them again.</remarks>
    public IReadOnlyList<string> SystemCalls { get; init; } = [];

    /// <summary>Transports of its family that it could use and does not list, each with the reason; none by default.</summary>
    public IReadOnlyDictionary<string, string> NotOver { get; init; } = new Dictionary<string, string>();

    /// <summary>What becomes of a transfer whose file has grown.</summary>
    /// <remarks><see cref="GrownFile.Refused"/> by default: PayloadFile.OpenHandle compares the lengths.</remarks>
    public GrownFile WhenFileGrew { get; init; }

    /// <summary>How long it keeps the file open.</summary>
    /// <remarks><see cref="FileHolding.PerTransfer"/> by default.</remarks>
    public FileHolding Holds { get; init; }

    /// <summary>True for those that send a frame's header on its own, so that a small file leaves in two segments.</summary>
    /// <remarks>False by default.</remarks>
    public bool SendsHeaderAlone { get; init; }

    /// <summary>
    /// True for those that hand the file's own pages to the kernel, and compare the length once more at the end: what is cut
    /// off before the receiver has read it arrives as zeros, though its count is right. False by default.
    /// </summary>
    public bool SendsPages { get; init; }

    /// <summary>The managed API to which it owes what it allocates in a transfer; of synchronous strategies only.</summary>
    /// <remarks><see cref="AllocatingApi.None"/> by default.</remarks>
    public AllocatingApi Allocates { get; init; }

    /// <summary>Lengths in bytes above which it takes other calls, the shortest first.</summary>
    /// <remarks>Empty by default: all lengths take the same.</remarks>
    public IReadOnlyList<int> ChangesAbove { get; init; } = [];

    /// <summary>Payloads it is meant for; there are no cases of others.</summary>
    public PayloadSizes Takes { get; init; } = PayloadSizes.Any;

    /// <summary>Finds out whether it can run on this machine, without side effects that outlive the call.</summary>
    public Func<Availability> Probe { get; init; } = () => Availability.Available;

    /// <summary>Describes a strategy class; synchronous or asynchronous follows from the interface the class implements.</summary>
    public static StrategyDescriptor For<TStrategy>(string id, StrategyFamily family, string mechanism, Func<ConnectionOptions, TStrategy> create)
        where TStrategy : class, ITransferStrategy =>
        new(id, family, mechanism, typeof(TStrategy), create);

    /// <summary>Describes a way in which a program outside of .NET sends files over TCP; no instance of it can be made here.</summary>
    /// <param name="id">Its id.</param>
    /// <param name="counterpart">Strategy that makes the same calls, by id.</param>
    /// <param name="mechanism">The calls that move the payload, in a few words.</param>
    public static StrategyDescriptor OfProgram(string id, string counterpart, string mechanism) =>
        new StrategyDescriptor(
            id,
            StrategyFamily.Sockets,
            mechanism,
            typeof(ISyncTransferStrategy),
            _ => throw new InvalidOperationException($"{id} is a program of its own")) with
        {
            Dimensions = StrategyDimensions.Send with { Counterpart = counterpart },
        };

    /// <summary>Makes an unconnected instance.</summary>
    public ITransferStrategy Create(ConnectionOptions options) => Creation(options);

    /// <summary>The same strategy under another id.</summary>
    internal StrategyDescriptor As(string id) => this with { Id = id };

    /// <summary>Another strategy that is described alike.</summary>
    internal StrategyDescriptor As(string id, Type implementation, Func<ConnectionOptions, ITransferStrategy> create) =>
        this with { Id = id, Implementation = implementation, Creation = create };

    /// <inheritdoc/>
    public override string ToString() => Id;
}
