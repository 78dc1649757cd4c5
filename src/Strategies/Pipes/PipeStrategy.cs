using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Strategies.Pipes;

/// <summary>A synchronous strategy over one pair of named pipes.</summary>
/// <param name="options">Where and how to connect.</param>
/// <param name="capacity">Capacity to give the pipe, in bytes, or null to leave it as it is.</param>
public abstract class PipeStrategy(ConnectionOptions options, int? capacity = null) : SyncStrategy<PipeConnection>
{
    /// <inheritdoc/>
    protected sealed override PipeConnection Open(CancellationToken cancellationToken) =>
        PipeConnection.Connect(options, capacity, cancellationToken);

    /// <summary>
    /// Describes a strategy for named pipes. Linux only: on other systems a closed end of a pipe is reported in other ways.
    /// </summary>
    /// <param name="id">Id of the strategy.</param>
    /// <param name="mechanism">The calls that move the payload, in a few words.</param>
    /// <param name="systemCalls">The system calls that move the payload's bytes.</param>
    /// <param name="create">Makes an instance.</param>
    /// <param name="capacity">Capacity of the pipe it needs, in bytes, or null.</param>
    protected static StrategyDescriptor Describe<TStrategy>(
        string id,
        string mechanism,
        IReadOnlyList<string> systemCalls,
        Func<ConnectionOptions, TStrategy> create,
        int? capacity = null)
        where TStrategy : PipeStrategy =>
        StrategyDescriptor.For(id, StrategyFamily.Pipes, mechanism, create) with
        {
            Probe = () => Probe(capacity ?? 0),
            SystemCalls = systemCalls,
            Transports = ["pipe"],
        };

    private static Availability Probe(int capacity)
    {
        const string Limit = "/proc/sys/fs/pipe-max-size";
        if (!OperatingSystem.IsLinux())
        {
            return Availability.Unsupported("named pipes are used on Linux only");
        }

        // The limit does not apply to root: pipe(7).
        return Environment.IsPrivilegedProcess
            || !File.Exists(Limit)
            || !int.TryParse(File.ReadAllText(Limit), out int most)
            || most >= capacity
            ? Availability.Available
            : Availability.Unsupported($"a pipe of {new ByteSize(capacity)} is more than {Limit} allows ({new ByteSize(most)})");
    }
}
