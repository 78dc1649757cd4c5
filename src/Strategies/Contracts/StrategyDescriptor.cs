using FileTransfer.Sending;

namespace FileTransfer.Strategies.Contracts;

/// <summary>
/// The properties of a strategy that are known without running it. Each strategy class has its descriptors as static properties.
/// </summary>
/// <remarks>
/// Benchmarks pass the <see cref="Id"/> and never an instance, because BenchmarkDotNet rebuilds its parameters in the
/// measuring process. A published id never changes its meaning: changed behaviour takes a new id.
/// </remarks>
public sealed record StrategyDescriptor
{
    private StrategyDescriptor(
        string id,
        StrategyFamily family,
        string mechanism,
        Type implementation,
        Func<ConnectionOptions, ITransferStrategy> create)
    {
        Id = id;
        Family = family;
        Mechanism = mechanism;
        Implementation = implementation;
        Creation = create;
    }

    /// <summary>Kebab-case name on the command line and in results.</summary>
    public string Id { get; private init; }

    /// <summary>The kind of channel that the strategy uses.</summary>
    public StrategyFamily Family { get; }

    /// <summary>The calls that move the payload, in a few words.</summary>
    public string Mechanism { get; }

    /// <summary>The class that implements the strategy.</summary>
    public Type Implementation { get; private init; }

    private Func<ConnectionOptions, ITransferStrategy> Creation { get; init; }

    /// <summary>
    /// True when the class implements <see cref="ISyncTransferStrategy"/>, false for <see cref="IAsyncTransferStrategy"/>.
    /// </summary>
    public bool IsSynchronous => typeof(ISyncTransferStrategy).IsAssignableFrom(Implementation);

    /// <summary>
    /// True when the class implements <see cref="IConcurrentTransferStrategy"/>: several transfers are in flight at once.
    /// </summary>
    public bool IsConcurrent => typeof(IConcurrentTransferStrategy).IsAssignableFrom(Implementation);

    /// <summary>False only for strategies that send nothing and measure the harness.</summary>
    public bool Delivers => Dimensions.Role != StrategyRole.Harness;

    /// <summary>
    /// True when the payload comes from the server. The payload file holds the bytes that must arrive, and is not opened.
    /// </summary>
    public bool Fetches => Dimensions.Role == StrategyRole.Fetch;

    /// <summary>True when the server sends a file that it was told to serve, and no message that it makes.</summary>
    public bool FetchesFiles => Dimensions.Serving is not null;

    /// <summary>True for a transfer to or from a server of another make, which has no control endpoint.</summary>
    public bool IsForeign => Dimensions.Url is not null;

    /// <summary>True when checksums of transfers are compared; an upload to a server of another make has none.</summary>
    public bool HasChecksums => Delivers && (Fetches || !IsForeign);

    /// <summary>True when the receiver stores the file in a folder that it was told.</summary>
    public bool IsStored => Dimensions.Keeping is not null;

    /// <summary>True for a strategy of Windows alone: it is listed everywhere, and tested there.</summary>
    internal bool NeedsWindows { get; init; }

    /// <summary>True for a way of the native reference: it runs in a program outside of .NET, and no catalog lists it.</summary>
    public bool IsNative => Dimensions.Counterpart is not null;

    /// <summary>The strategy's dimensions, which its measurements record.</summary>
    /// <remarks>
    /// Follow from the family by default: RPC strategies and downloads fetch, harness strategies measure the harness, all others send.
    /// </remarks>
    public StrategyDimensions Dimensions
    {
        get => field ?? Family switch
        {
            StrategyFamily.Harness => new StrategyDimensions(StrategyRole.Harness),
            StrategyFamily.Rpc or StrategyFamily.Downloads => new StrategyDimensions(StrategyRole.Fetch),
            _ => StrategyDimensions.Send,
        };
        init;
    }

    /// <summary>A wait that the strategy keeps whatever the options say; null for all but variants.</summary>
    public Wait? OwnWait { get; private init; }

    /// <summary>
    /// True when the strategy waits as <see cref="ConnectionOptions.Wait"/> says; false where HttpClient waits, and where nothing is sent.
    /// </summary>
    /// <remarks>Follows from the family by default.</remarks>
    public bool TakesWait
    {
        get => field || Family is StrategyFamily.Sockets or StrategyFamily.Pipes;
        init;
    }

    /// <summary>How the strategy waits in a run with these options, as its measurements record it.</summary>
    public string? WaitFor(Wait wait) => !Delivers ? null : TakesWait ? (OwnWait ?? wait).ToString() : StrategyDimensions.RuntimeWait;

    /// <summary>Transports that the strategy supports, the default first.</summary>
    public IReadOnlyList<string> Transports { get; init; } = ["tcp"];

    /// <summary>Linux system calls that move the payload's bytes, in alphabetical order; empty when none does.</summary>
    /// <remarks>Observed with strace(1); a test repeats the observation.</remarks>
    public IReadOnlyList<string> SystemCalls { get; init; } = [];

    /// <summary>Transports of its family that it could use but does not list, each with the reason; empty by default.</summary>
    public IReadOnlyDictionary<string, string> NotOver { get; init; } = new Dictionary<string, string>();

    /// <summary>Outcome of a transfer whose file has grown.</summary>
    /// <remarks><see cref="GrownFile.Refused"/> by default: PayloadFile.OpenHandle compares the lengths.</remarks>
    public GrownFile WhenFileGrew { get; init; }

    /// <summary>How long the strategy keeps the file open.</summary>
    /// <remarks><see cref="FileHolding.PerTransfer"/> by default.</remarks>
    public FileHolding Holds { get; init; }

    /// <summary>
    /// True when the strategy sends the header of a frame in its own segment, so that a small file leaves in two segments.
    /// </summary>
    /// <remarks>False by default.</remarks>
    public bool SendsHeaderAlone { get; init; }

    /// <summary>
    /// True when the strategy passes the file's own pages to the kernel and compares the length again at the end: bytes that
    /// are cut off before the receiver has read them arrive as zeros, although the byte count is right. False by default.
    /// </summary>
    public bool SendsPages { get; init; }

    /// <summary>True when the strategy reads the file past the page cache, with O_DIRECT. False by default.</summary>
    public bool ReadsDirectly { get; init; }

    /// <summary>Why the file cannot be evicted from the page cache between two transfers; null, the default, when it can be.</summary>
    public string? NotCold { get; init; }

    /// <summary>The managed API that causes the allocations of a transfer; only for synchronous strategies.</summary>
    /// <remarks><see cref="AllocatingApi.None"/> by default.</remarks>
    public AllocatingApi Allocates { get; init; }

    /// <summary>Lengths in bytes above which the strategy uses other calls, the shortest first.</summary>
    /// <remarks>Empty by default: the same calls for all lengths.</remarks>
    public IReadOnlyList<int> ChangesAbove { get; init; } = [];

    /// <summary>Payload lengths that the strategy is meant for; it is not measured with others.</summary>
    public PayloadSizes AcceptedSizes { get; init; } = PayloadSizes.Any;

    /// <summary>Checks whether the strategy can run on this machine, without side effects that outlive the call.</summary>
    public Func<Availability> Probe { get; init; } = () => Availability.Available;

    /// <summary>Describes a strategy class; synchronous or asynchronous follows from the interface the class implements.</summary>
    public static StrategyDescriptor For<TStrategy>(
        string id,
        StrategyFamily family,
        string mechanism,
        Func<ConnectionOptions, TStrategy> create)
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

    /// <summary>A copy of this descriptor with another id.</summary>
    internal StrategyDescriptor As(string id) => this with { Id = id };

    /// <summary>A copy of this descriptor with another id, whose instances wait in their own way.</summary>
    internal StrategyDescriptor As(string id, Wait wait) =>
        this with { Id = id, OwnWait = wait, Creation = options => Creation(options with { Wait = wait }) };

    /// <summary>A copy of this descriptor with another id and another implementation.</summary>
    internal StrategyDescriptor As(string id, Type implementation, Func<ConnectionOptions, ITransferStrategy> create) =>
        this with { Id = id, Implementation = implementation, Creation = create };

    /// <inheritdoc/>
    public override string ToString() => Id;
}
