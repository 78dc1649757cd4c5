using System.Reflection;
using System.Text.RegularExpressions;

namespace FileTransfer.Harness.Tests.Sabotage;

/// <summary>The page that lists what is caught: every row names tests that exist.</summary>
public sealed partial class ProofPageTests
{
    private const int FewestKinds = 30;

    [Fact]
    public void Rows_EachNameATestThatExists()
    {
        string page = File.ReadAllText(Path.Combine(Golden.Root, "docs", "internals", "proof.md"));
        HashSet<string> tests = [.. Assembly.GetExecutingAssembly()
            .GetTypes()
            .SelectMany(type => type.GetMethods(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance))
            .Where(IsTest)
            .Select(method => method.Name)];
        string[] rows = [.. page.Split('\n').Where(line => Row().IsMatch(line))];
        Assert.InRange(rows.Length, FewestKinds, int.MaxValue);
        Assert.Equal(
            Enumerable.Range(1, rows.Length),
            rows.Select(row => int.Parse(Row().Match(row).Groups[1].Value, System.Globalization.CultureInfo.InvariantCulture)));
        Assert.Contains(
            $"lists {rows.Length} ways to be misled", File.ReadAllText(Path.Combine(Golden.Root, "README.md")), StringComparison.Ordinal);
        foreach (string row in rows)
        {
            string[] named = [.. Name()
                .Matches(row[row.LastIndexOf("| `", StringComparison.Ordinal)..])
                .Select(match => match.Groups[1].Value)];
            Assert.NotEmpty(named);
            Assert.All(
                named,
                name => Assert.True(tests.Contains(name), $"docs/internals/proof.md names {name}, which is no test: rename it there, too"));
        }
    }

    private static bool IsTest(MethodInfo method) => method.GetCustomAttributes().Any(attribute => attribute is FactAttribute);

    [GeneratedRegex(@"^\| (\d+) \|")]
    private static partial Regex Row();

    [GeneratedRegex("`([A-Za-z]+_[A-Za-z0-9_]+)`")]
    private static partial Regex Name();
}
