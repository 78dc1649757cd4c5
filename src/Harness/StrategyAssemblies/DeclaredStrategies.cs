using System.Reflection;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.StrategyAssemblies;

/// <summary>Finds the strategies that classes declare, in the order of their declaration.</summary>
internal static class DeclaredStrategies
{
    /// <summary>What a class has to declare, for a user in whose assembly nothing was found.</summary>
    public const string LookedFor = "Looked for public static properties and fields of type StrategyDescriptor, or "
        + "IEnumerable<StrategyDescriptor>, of its public classes";

    private const BindingFlags Declared = BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly;

    /// <summary>The strategies of some classes: in each the fields first, then the properties.</summary>
    /// <exception cref="InvalidDataException">There is none, one cannot be read, or one cannot be measured.</exception>
    public static IReadOnlyList<StrategyDescriptor> Of(IEnumerable<Type> types)
    {
        List<(string Place, StrategyDescriptor Strategy)> found = [];
        foreach (MemberInfo member in types
            .Where(type => type.IsClass && !type.ContainsGenericParameters)
            .OrderBy(type => type.MetadataToken)
            .SelectMany(MembersOf))
        {
            string place = $"{member.DeclaringType!.FullName}.{member.Name}";
            // A class may list what it also declares one by one.
            found.AddRange(Read(member, place)
                .Where(strategy => !found.Any(one => ReferenceEquals(one.Strategy, strategy)))
                .Select(strategy => (place, strategy)));
        }

        if (found.Count == 0)
        {
            throw new InvalidDataException($"it has no strategies. {LookedFor}");
        }

        foreach (IGrouping<string, (string Place, StrategyDescriptor)> same in found.GroupBy(one => one.Strategy.Id))
        {
            if (same.Count() > 1)
            {
                throw new InvalidDataException(
                    $"{string.Join(" and ", same.Select(one => one.Place))} have the same id, '{same.Key}'; give each its own");
            }
        }

        return [.. found.Select(one => AddedStrategy.Of(one.Strategy, one.Place))];
    }

    private static IEnumerable<MemberInfo> MembersOf(Type type) =>
    [
        .. type.GetFields(Declared).Where(field => Holds(field.FieldType)).OrderBy(field => field.MetadataToken),
        .. type.GetProperties(Declared)
            .Where(property => Holds(property.PropertyType) && property.GetMethod is { IsPublic: true })
            .OrderBy(property => property.MetadataToken),
    ];

    private static bool Holds(Type type) =>
        type == typeof(StrategyDescriptor) || typeof(IEnumerable<StrategyDescriptor>).IsAssignableFrom(type);

    private static StrategyDescriptor[] Read(MemberInfo member, string place)
    {
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

            throw new InvalidDataException(
                $"{place} threw {cause.GetType().Name}: {AddedFailure.OneLine(cause.Message)}", exception);
        }

        return strategies.Contains(null)
            ? throw new InvalidDataException($"{place} is null, or has a null in it; return descriptors")
            : [.. strategies.OfType<StrategyDescriptor>()];
    }
}
