using System.Text.RegularExpressions;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Senders.StrategyAssemblies;

/// <summary>Checks a descriptor that somebody else wrote, so that what it describes is proven as ours are.</summary>
internal static partial class AddedStrategy
{
    /// <summary>
    /// The strategy as a run uses it: it was asked once whether it can run here, and says clearly when it cannot be made.
    /// </summary>
    /// <param name="strategy">The descriptor.</param>
    /// <param name="place">Class and member that declare it, for messages.</param>
    /// <exception cref="InvalidDataException">It cannot be measured beside ours.</exception>
    public static StrategyDescriptor Of(StrategyDescriptor strategy, string place)
    {
        if (WhyNot(strategy) is { } reason)
        {
            throw new InvalidDataException($"{place}: {reason}");
        }

        Availability availability = Probe(strategy, place);
        return strategy.As(strategy.Id, strategy.Implementation, options => Create(strategy, options)) with { Probe = () => availability };
    }

    private static string? WhyNot(StrategyDescriptor strategy) => strategy switch
    {
        { Id: var id } when id is null || !Id().IsMatch(id) =>
            $"'{id}' is no id; write small letters, digits and hyphens, such as my-loop",
        { Id: var id } when id.StartsWith("c-", StringComparison.Ordinal) =>
            $"the id '{id}' begins with c-, as those of the native reference do; choose another",
        { Id: var id } when StrategyCatalog.TryFind(id, out _) => $"the id '{id}' is one of ours; choose another",
        // Of the others the client is its own witness, or nobody is.
        _ when !strategy.Delivers || strategy.Fetches || strategy.IsStored || strategy.IsNative =>
            $"{strategy.Id} does not send a file to a receiver that drains it, and only such strategies can be added; "
            + "use the family Sockets, Pipes or Http, and leave Dimensions as they are",
        { IsSynchronous: false, IsConcurrent: false } when !typeof(IAsyncTransferStrategy).IsAssignableFrom(strategy.Implementation) =>
            $"{strategy.Implementation.Name} implements neither {nameof(ISyncTransferStrategy)} nor {nameof(IAsyncTransferStrategy)}",
        { Transports: var transports } when transports is not { Count: > 0 } || !transports.All(Transport.All.Contains) =>
            $"{strategy.Id} lists the transports '{string.Join(',', transports ?? [])}'; "
            + $"list at least one of {string.Join(", ", Transport.All)}",
        _ => null,
    };

    private static Availability Probe(StrategyDescriptor strategy, string place)
    {
        try
        {
            return strategy.Probe();
        }
        catch (Exception exception)
        {
            throw new InvalidDataException($"{place}: its Probe threw {AddedFailure.Describe(exception)}", exception);
        }
    }

    private static ITransferStrategy Create(StrategyDescriptor strategy, ConnectionOptions options)
    {
        ITransferStrategy made;
        try
        {
            made = strategy.Create(options);
        }
        catch (Exception exception) when (exception is not TransferException)
        {
            throw new TransferException(
                TransferErrorKind.NotMade, $"{strategy.Id} cannot be made: {AddedFailure.Describe(exception)}", exception);
        }

        return strategy.Implementation.IsInstanceOfType(made)
            ? made
            : throw new TransferException(
                TransferErrorKind.NotMade,
                $"{strategy.Id} made {made?.GetType().Name ?? "null"} instead of {strategy.Implementation.Name}, which it describes");
    }

    [GeneratedRegex("^[a-z0-9]+(-[a-z0-9]+)*$")]
    private static partial Regex Id();
}
