using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Benchmarking.Cases;

/// <summary>The strategies that a class of benchmarks can name: those of the catalog, and those of the class's own assembly.</summary>
internal sealed class ClassStrategies
{
    private readonly Assembly _assembly;
    private readonly KnownStrategies _all;
    private readonly List<string> _failures = [];

    /// <param name="benchmarks">The class, or the one that BenchmarkDotNet has derived from it.</param>
    public ClassStrategies(Type benchmarks)
    {
        Assembly[] assemblies = [.. WithBases(benchmarks).Select(type => type.Assembly).Distinct()];
        _assembly = assemblies[^1];
        StrategyDescriptor[] own = [.. assemblies.SelectMany(assembly => assembly.GetExportedTypes()).SelectMany(DescriptorsOf)];
        _all = new KnownStrategies([.. StrategyCatalog.All, .. own]);
    }

    /// <summary>Finds a strategy, or a variant of one.</summary>
    public bool TryFind(string id, [NotNullWhen(true)] out StrategyDescriptor? strategy) =>
        _all.TryFind(id, out strategy);

    /// <summary>What is wrong with a strategy that a class names, in a sentence, or null. Others do not matter to it.</summary>
    public string? ProblemOf(string id)
    {
        if (!TryFind(id, out StrategyDescriptor? strategy))
        {
            return Unknown(id);
        }

        string original = strategy.Dimensions.Original ?? strategy.Id;
        return _all.All.Count(one => one.Id == original) > 1
            ? $"{strategy.Implementation.Name}: another strategy has the id '{original}'; choose an id that no other has"
            : strategy.Delivers || StrategyCatalog.All.Contains(strategy) ? null
            : $"{strategy.Id} is of a family that delivers nothing, so nothing could be proven; choose another family";
    }

    /// <summary>What to say of an id that names none; it suggests the nearest.</summary>
    public string Unknown(string id)
    {
        string question = Nearest.Question(id, _all.All.Select(strategy => strategy.Id));
        string catalog = string.Join(", ", StrategyCatalog.All.Select(strategy => strategy.Id));
        string failures = string.Concat(_failures.Select(failure => $"; {failure}"));
        return $"unknown strategy '{id}'{question} The catalog has {catalog}; a strategy of your own is found by a public static property "
            + $"of type {nameof(StrategyDescriptor)} on a public class of {_assembly.GetName().Name}{failures}";
    }

    /// <summary>The type and its bases, down to the one below <see cref="TransferBenchmark"/>.</summary>
    private static IEnumerable<Type> WithBases(Type type)
    {
        for (Type? one = type; one is not null && one != typeof(TransferBenchmark); one = one.BaseType)
        {
            yield return one;
        }
    }

    private IEnumerable<StrategyDescriptor> DescriptorsOf(Type type) => type.ContainsGenericParameters
        ? []
        : type.GetProperties(BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly)
            .Where(property => property.PropertyType == typeof(StrategyDescriptor) && property.GetIndexParameters().Length == 0)
            .Select(Read)
            .OfType<StrategyDescriptor>();

    /// <summary>The value of a property; null, and its failure kept for whoever asks for it, where its code throws.</summary>
    private StrategyDescriptor? Read(PropertyInfo property)
    {
        try
        {
            return (StrategyDescriptor?)property.GetValue(null);
        }
        catch (Exception exception)
        {
            // Any exception: it is the user's code.
            Exception cause = exception.GetBaseException();
            string words = cause.Message.ReplaceLineEndings(" ");
            _failures.Add($"{property.DeclaringType!.FullName}.{property.Name} threw {cause.GetType().Name}: {words}");
            return null;
        }
    }
}
