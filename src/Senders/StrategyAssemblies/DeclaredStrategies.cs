using System.Reflection;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Senders.StrategyAssemblies;

/// <summary>A strategy that a class declares, or why a member that should hold one does not.</summary>
/// <param name="Place">Class and member, for messages.</param>
/// <param name="Strategy">The strategy; null when the member cannot be read.</param>
/// <param name="Failure">Why it cannot be read, or null.</param>
internal sealed record DeclaredStrategy(string Place, StrategyDescriptor? Strategy, InvalidDataException? Failure);

/// <summary>Finds the strategies that classes declare, in the order of their declaration.</summary>
internal static class DeclaredStrategies
{
    /// <summary>What is looked for.</summary>
    public const string Members = "public static properties and fields of type StrategyDescriptor, or IEnumerable<StrategyDescriptor>, of "
        + "its public classes";

    /// <summary>What a class has to declare, for a user in whose assembly nothing was found.</summary>
    public const string LookedFor = $"Looked for {Members}";

    private const BindingFlags Declared = BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly;

    /// <summary>What some classes declare: in each the fields first, then the properties. Nothing of it is checked.</summary>
    public static IReadOnlyList<DeclaredStrategy> In(IEnumerable<Type> types)
    {
        List<DeclaredStrategy> found = [];
        foreach (MemberInfo member in types
            .Where(type => type.IsClass && !type.ContainsGenericParameters)
            .OrderBy(type => type.MetadataToken)
            .SelectMany(MembersOf))
        {
            // A class may list what it also declares one by one.
            found.AddRange(Read(member)
                .Where(one => one.Strategy is null || !found.Any(other => ReferenceEquals(other.Strategy, one.Strategy))));
        }

        return found;
    }

    /// <summary>The strategies of some classes, all of which can be measured.</summary>
    /// <exception cref="InvalidDataException">There is none, one cannot be read, or one cannot be measured.</exception>
    public static IReadOnlyList<StrategyDescriptor> Of(IEnumerable<Type> types)
    {
        IReadOnlyList<DeclaredStrategy> found = In(types);
        if (found.FirstOrDefault(one => one.Failure is not null) is { Failure: { } failure })
        {
            throw new InvalidDataException(failure.Message, failure);
        }

        if (found.Count == 0)
        {
            throw new InvalidDataException($"it has no strategies. {LookedFor}");
        }

        foreach (IGrouping<string, DeclaredStrategy> same in found.GroupBy(one => one.Strategy!.Id))
        {
            if (same.Count() > 1)
            {
                throw new InvalidDataException(OfSameId([.. same]));
            }
        }

        return [.. found.Select(one => AddedStrategy.Of(one.Strategy!, one.Place))];
    }

    /// <summary>What is wrong with strategies of one id.</summary>
    public static string OfSameId(IReadOnlyList<DeclaredStrategy> same) =>
        $"{string.Join(" and ", same.Select(one => one.Place))} have the same id, '{same[0].Strategy!.Id}'; give each its own";

    private static IEnumerable<MemberInfo> MembersOf(Type type) =>
    [
        .. type.GetFields(Declared).Where(field => Holds(field.FieldType)).OrderBy(field => field.MetadataToken),
        .. type.GetProperties(Declared)
            .Where(property => Holds(property.PropertyType)
                && property.GetMethod is { IsPublic: true }
                && property.GetIndexParameters().Length == 0)
            .OrderBy(property => property.MetadataToken),
    ];

    private static bool Holds(Type type) =>
        type == typeof(StrategyDescriptor) || typeof(IEnumerable<StrategyDescriptor>).IsAssignableFrom(type);

    private static DeclaredStrategy[] Read(MemberInfo member)
    {
        string place = $"{member.DeclaringType!.FullName}.{member.Name}";
        StrategyDescriptor?[] strategies;
        try
        {
            object? value = member is FieldInfo field ? field.GetValue(null) : ((PropertyInfo)member).GetValue(null);
            strategies = value is IEnumerable<StrategyDescriptor?> several ? [.. several] : [(StrategyDescriptor?)value];
        }
        catch (Exception exception)
        {
            // Any exception: it is somebody else's code.
            Exception cause = exception;
            while (cause is TargetInvocationException or TypeInitializationException && cause.InnerException is { } inner)
            {
                cause = inner;
            }

            return Unread(place, $"{place} threw {cause.GetType().Name}: {AddedFailure.OneLine(cause.Message)}", exception);
        }

        return strategies.Contains(null)
            ? Unread(place, $"{place} is null, or has a null in it; return descriptors", exception: null)
            : [.. strategies.Select(strategy => new DeclaredStrategy(place, strategy, Failure: null))];
    }

    private static DeclaredStrategy[] Unread(string place, string reason, Exception? exception) =>
        [new DeclaredStrategy(place, Strategy: null, new InvalidDataException(reason, exception))];
}
