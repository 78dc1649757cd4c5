using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using FileTransfer.Senders.StrategyAssemblies;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Benchmarking.Cases;

/// <summary>The strategies that a class of benchmarks can name: those of the catalog, and those of the class's own assembly.</summary>
internal sealed class ClassStrategies
{
    private readonly Assembly _assembly;
    private readonly KnownStrategies _all;
    private readonly DeclaredStrategy[] _own;
    private readonly string[] _failures;

    /// <param name="benchmarks">The class, or the one that BenchmarkDotNet has derived from it.</param>
    public ClassStrategies(Type benchmarks)
    {
        Assembly[] assemblies = [.. WithBases(benchmarks).Select(type => type.Assembly).Distinct()];
        _assembly = assemblies[^1];
        IReadOnlyList<DeclaredStrategy> declared = DeclaredStrategies.In(assemblies.SelectMany(assembly => assembly.GetExportedTypes()));
        _own = [.. declared.Where(one => one.Strategy is not null)];
        _failures = [.. declared.Select(one => one.Failure?.Message).OfType<string>()];
        _all = new KnownStrategies([.. StrategyCatalog.All, .. _own.Select(one => one.Strategy!)]);
    }

    /// <summary>Finds a strategy, or a variant of one.</summary>
    public bool TryFind(string id, [NotNullWhen(true)] out StrategyDescriptor? strategy) =>
        _all.TryFind(id, out strategy);

    /// <summary>What is wrong with a strategy that a class names, in a sentence, or null. Others do not matter to it.</summary>
    /// <remarks>The rules for strategies of one's own are those of <c>bench --strategies-from</c>.</remarks>
    public string? ProblemOf(string id)
    {
        if (!TryFind(id, out StrategyDescriptor? strategy))
        {
            return Unknown(id);
        }

        string original = strategy.Dimensions.Original ?? strategy.Id;
        DeclaredStrategy[] own = [.. _own.Where(one => one.Strategy!.Id == original)];
        if (own.Length > 1)
        {
            return DeclaredStrategies.OfSameId(own);
        }

        try
        {
            _ = own is [var one] ? AddedStrategy.Of(one.Strategy!, one.Place) : null;
            return null;
        }
        catch (InvalidDataException exception)
        {
            return exception.Message;
        }
    }

    /// <summary>What to say of an id that names none; it suggests the nearest.</summary>
    public string Unknown(string id)
    {
        string question = Nearest.Question(id, _all.All.Select(strategy => strategy.Id));
        string catalog = string.Join(", ", StrategyCatalog.All.Select(strategy => strategy.Id));
        string failures = string.Concat(_failures.Select(failure => $"; {failure}"));
        return $"unknown strategy '{id}'{question} The catalog has {catalog}; strategies of your own are {DeclaredStrategies.Members}, "
            + $"in {_assembly.GetName().Name}{failures}";
    }

    /// <summary>The type and its bases, down to the one below the base class of all.</summary>
    private static IEnumerable<Type> WithBases(Type type)
    {
        for (Type? one = type; one is not null && BenchmarkClass.Is(one); one = one.BaseType)
        {
            yield return one;
        }
    }
}
