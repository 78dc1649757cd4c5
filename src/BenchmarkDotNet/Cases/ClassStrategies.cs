using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Benchmarking.Cases;

/// <summary>The strategies that a class of benchmarks can name: those of the catalog, and those of the class's own assembly.</summary>
internal sealed class ClassStrategies
{
    private readonly Assembly _assembly;
    private readonly StrategyDescriptor[] _own;
    private readonly KnownStrategies _all;

    /// <param name="benchmarks">The class, or the one that BenchmarkDotNet has derived from it.</param>
    public ClassStrategies(Type benchmarks)
    {
        Assembly[] assemblies = [.. WithBases(benchmarks).Select(type => type.Assembly).Distinct()];
        _assembly = assemblies[^1];
        _own = [.. assemblies.SelectMany(assembly => assembly.GetExportedTypes()).SelectMany(DescriptorsOf)];
        _all = new KnownStrategies([.. StrategyCatalog.All, .. _own]);
    }

    /// <summary>What is wrong with the strategies of the assembly: a sentence for each.</summary>
    public IEnumerable<string> Problems() => _own
        .GroupBy(strategy => strategy.Id)
        .Where(same => same.Count() > 1 || StrategyCatalog.TryFind(same.Key, out _))
        .Select(same => $"{same.First().Implementation.Name}: another strategy has the id '{same.Key}'; choose an id that no other has")
        .Concat(_own
            .Where(strategy => !strategy.Delivers)
            .Select(strategy => $"{strategy.Id} is of a family that delivers nothing, so nothing could be proven; choose another family"));

    /// <summary>Finds a strategy, or a variant of one.</summary>
    public bool TryFind(string id, [NotNullWhen(true)] out StrategyDescriptor? strategy) =>
        _all.TryFind(id, out strategy);

    /// <summary>What to say of an id that names none; it suggests the nearest.</summary>
    public string Unknown(string id)
    {
        string question = Nearest.Question(id, _all.All.Select(strategy => strategy.Id));
        string others = $"a strategy of your own is found by a public static property of type {nameof(StrategyDescriptor)} on a public class "
            + $"of {_assembly.GetName().Name}";
        return $"unknown strategy '{id}'{question} The catalog has {string.Join(", ", StrategyCatalog.All.Select(strategy => strategy.Id))}; "
            + others;
    }

    /// <summary>The type and its bases, down to the one below <see cref="TransferBenchmark"/>.</summary>
    private static IEnumerable<Type> WithBases(Type type)
    {
        for (Type? one = type; one is not null && one != typeof(TransferBenchmark); one = one.BaseType)
        {
            yield return one;
        }
    }

    private static IEnumerable<StrategyDescriptor> DescriptorsOf(Type type) => type.ContainsGenericParameters
        ? []
        : type.GetProperties(BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly)
            .Where(property => property.PropertyType == typeof(StrategyDescriptor) && property.GetIndexParameters().Length == 0)
            .Select(property => (StrategyDescriptor?)property.GetValue(null))
            .OfType<StrategyDescriptor>();
}
