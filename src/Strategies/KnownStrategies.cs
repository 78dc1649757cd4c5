using System.Diagnostics.CodeAnalysis;
using System.IO.Enumeration;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Foreign;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Strategies;

/// <summary>The strategies that a run can choose from: ours, or ours and those that were added to them for this run.</summary>
/// <param name="all">All of them, in the order of listings; no two have the same id.</param>
public sealed class KnownStrategies(IReadOnlyList<StrategyDescriptor> all)
{
    /// <summary>All descriptors.</summary>
    public IReadOnlyList<StrategyDescriptor> All { get; } = all;

    /// <summary>Finds a strategy by its exact id, a <see cref="StrategyVariant"/> of one, or a <see cref="UrlStrategy"/>.</summary>
    public bool TryFind(string id, [NotNullWhen(true)] out StrategyDescriptor? descriptor)
    {
        if (UrlStrategy.IsNamedBy(id))
        {
            descriptor = UrlStrategy.Find(id);
            return descriptor is not null;
        }

        string original = StrategyVariant.OriginalOf(id);
        StrategyDescriptor? found = All.FirstOrDefault(candidate => candidate.Id == original);
        descriptor = found is null || found.Id == id ? found : StrategyVariant.Of(found, id);
        return descriptor is not null;
    }

    /// <summary>Finds a strategy by its exact id.</summary>
    /// <exception cref="ArgumentException">No strategy has that id; the message suggests the nearest.</exception>
    public StrategyDescriptor Find(string id) =>
        TryFind(id, out StrategyDescriptor? descriptor) ? descriptor : throw Unknown(id);

    /// <summary>Finds the strategies that match an id or a glob such as <c>read-write-*</c>, in the order of listings.</summary>
    /// <exception cref="ArgumentException">Nothing matches; the message suggests the nearest id.</exception>
    public IReadOnlyList<StrategyDescriptor> Match(string pattern)
    {
        if (StrategyVariant.IsNamedBy(pattern))
        {
            return [Find(pattern)];
        }

        StrategyDescriptor[] matches = [.. All.Where(
            candidate => FileSystemName.MatchesSimpleExpression(pattern, candidate.Id, ignoreCase: false))];
        return matches.Length > 0 ? matches : throw Unknown(pattern);
    }

    private ArgumentException Unknown(string id)
    {
        string question = Nearest.Question(id, All.Select(descriptor => descriptor.Id));
        return new($"unknown strategy '{id}'{(question.Length > 0 ? question : ";")} 'list' shows all {All.Count}");
    }
}
