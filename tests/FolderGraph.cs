using System.Reflection;
using System.Text.RegularExpressions;
using NetArchTest.Rules;

namespace FileTransfer.Tests;

/// <summary>Which folders of a project use which others; a folder is a namespace below that of the project.</summary>
internal sealed class FolderGraph(Assembly assembly)
{
    private readonly string _project = assembly.GetName().Name!;

    /// <summary>Names below the project, such as <c>Charts.Model</c>; types of the project itself stand above all of them.</summary>
    public IReadOnlyList<string> Folders =>
    [
        .. assembly.GetTypes()
            .Select(type => type.Namespace ?? "")
            .Where(name => name.StartsWith($"{_project}.", StringComparison.Ordinal))
            .Select(name => name[(_project.Length + 1)..])
            .Distinct()
            .Order(StringComparer.Ordinal),
    ];

    /// <summary>The folders whose types a folder's own types use.</summary>
    public IReadOnlyList<string> UsedBy(string folder) => [.. Folders.Where(other => other != folder && Uses(folder, other))];

    /// <summary>
    /// The folders that are part of a circle, or use one that is, each with what it uses; none where all depend in one direction.
    /// </summary>
    public IReadOnlyList<string> InCircles()
    {
        var uses = Folders.ToDictionary(folder => folder, UsedBy);

        // Takes away what uses nothing that is left, until nothing is left or nothing more can be taken away.
        while (uses.Where(folder => !folder.Value.Any(uses.ContainsKey)).Select(folder => folder.Key).ToArray() is { Length: > 0 } free)
        {
            Array.ForEach(free, folder => uses.Remove(folder));
        }

        return [.. uses.Select(folder => $"{folder.Key} uses {string.Join(", ", folder.Value)}")];
    }

    private bool Uses(string folder, string other) => Types.InAssembly(assembly)
        .That().ResideInNamespaceMatching($"^{Regex.Escape($"{_project}.{folder}")}$")
        .And().HaveDependencyOnAny(TypesOf(other))
        .GetTypes()
        .Any();

    /// <summary>By the names of types: a dependency on a namespace would include the folders below it.</summary>
    private string[] TypesOf(string folder) =>
        [.. assembly.GetTypes().Where(type => type.Namespace == $"{_project}.{folder}" && !type.IsNested).Select(type => type.FullName!)];
}
