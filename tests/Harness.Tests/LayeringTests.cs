using System.Reflection;
using System.Text.RegularExpressions;
using FileTransfer.Harness.Commands;
using FileTransfer.Server;
using FileTransfer.Strategies;
using NetArchTest.Rules;
using Xunit;

namespace FileTransfer.Harness.Tests;

/// <summary>Folders depend on each other in one direction: none of them is part of a circle.</summary>
/// <remarks>docs/extending.md has the order.</remarks>
public sealed class LayeringTests
{
    private const string Strategies = "FileTransfer.Strategies";

    private static readonly Dictionary<string, Assembly> s_projects = new()
    {
        [Strategies] = typeof(StrategyCatalog).Assembly,
        ["FileTransfer.Server"] = typeof(ReceiverCatalog).Assembly,
        ["FileTransfer.Harness"] = typeof(CommandLineProgram).Assembly,
    };

    [Theory]
    [InlineData(Strategies)]
    [InlineData("FileTransfer.Server")]
    [InlineData("FileTransfer.Harness")]
    public void Folders_OfAProject_FormNoCircle(string project)
    {
        Dictionary<string, string[]> uses = Some.Of(FoldersOf(project)).ToDictionary(folder => folder, folder => UsedBy(project, folder));

        // Takes away what uses nothing that is left, until nothing is: what stays is in a circle, or above one.
        while (uses.Where(folder => !folder.Value.Any(uses.ContainsKey)).Select(folder => folder.Key).ToArray() is { Length: > 0 } free)
        {
            Array.ForEach(free, folder => uses.Remove(folder));
        }

        Assert.True(uses.Count == 0, $"in a circle, or above one: {string.Join("; ", uses.Select(folder => $"{folder.Key} uses {string.Join(", ", folder.Value)}"))}");
    }

    /// <summary>Contracts know no implementation, and what carries frames knows no family.</summary>
    [Theory]
    [InlineData("Contracts", "Control", "Files", "Machine", "Wire", "Sockets", "Pipes", "Http", "Rpc", "SelfTest")]
    [InlineData("Wire", "Sockets", "Pipes", "Http", "Rpc", "SelfTest")]
    [InlineData("Files", "Wire", "Sockets", "Pipes", "Http", "Rpc", "SelfTest")]
    [InlineData("Sockets", "Pipes", "Http", "Rpc", "SelfTest")]
    [InlineData("Pipes", "Sockets", "Http", "Rpc", "SelfTest")]
    [InlineData("Http", "Sockets", "Pipes", "Rpc", "SelfTest")]
    public void Folder_OfStrategies_DoesNotUseThoseAboveIt(string folder, params string[] above)
    {
        PredicateList types = Types.InAssembly(s_projects[Strategies]).That().ResideInNamespace($"{Strategies}.{folder}");

        Some.Of(types.GetTypes());
        NetArchTest.Rules.TestResult result = types.ShouldNot().HaveDependencyOnAny([.. above.Select(name => $"{Strategies}.{name}"), $"{Strategies}.StrategyCatalog"]).GetResult();
        Assert.True(result.IsSuccessful, $"{string.Join(", ", result.FailingTypeNames ?? [])} use what lies above {folder}");
    }

    /// <summary>Otherwise the rules above would hold of anything.</summary>
    [Fact]
    public void UsedBy_FolderThatUsesOthers_NamesThem() =>
        Assert.Superset(new HashSet<string> { "Contracts", "Files", "Interop", "Wire" }, [.. UsedBy(Strategies, "Sockets")]);

    /// <summary>Names below the project, such as <c>Charts.Model</c>; types of the project itself stand above all of them.</summary>
    private static string[] FoldersOf(string project) =>
    [
        .. s_projects[project].GetTypes()
            .Select(type => type.Namespace ?? "")
            .Where(name => name.StartsWith($"{project}.", StringComparison.Ordinal))
            .Select(name => name[(project.Length + 1)..])
            .Distinct()
            .Order(StringComparer.Ordinal),
    ];

    private static string[] UsedBy(string project, string folder)
    {
        PredicateList types = Types.InAssembly(s_projects[project]).That().ResideInNamespaceMatching($"^{Regex.Escape($"{project}.{folder}")}$");
        return [.. FoldersOf(project).Where(other => other != folder && types.And().HaveDependencyOnAny(TypesOf(project, other)).GetTypes().Any())];
    }

    /// <summary>By the names of types: a dependency on a namespace would include the folders below it.</summary>
    private static string[] TypesOf(string project, string folder) =>
        [.. s_projects[project].GetTypes().Where(type => type.Namespace == $"{project}.{folder}" && !type.IsNested).Select(type => type.FullName!)];
}
