using System.Globalization;

namespace FileTransfer.Harness.Tests.Docs;

/// <summary>No line of C# is longer than .editorconfig says, which compilers and formatters do not check.</summary>
public sealed class LineLengthTests
{
    private const string Section = "[*.cs]";
    private const string Key = "max_line_length";

    [Theory]
    [InlineData("src")]
    [InlineData("tests")]
    public void Lines_OfEveryFile_AreWithinTheLimit(string folder)
    {
        int limit = Limit(File.ReadAllLines(Path.Combine(Golden.Root, ".editorconfig")));
        string[] files = Some.Of(Directory.GetFiles(Path.Combine(Golden.Root, folder), "*.cs", SearchOption.AllDirectories));
        string[] longer = [.. files.Order(StringComparer.Ordinal).SelectMany(file => Longer(file, File.ReadAllLines(file), limit))];
        Assert.True(longer.Length == 0, $"lines of more than {limit} characters; break them:\n{string.Join('\n', longer)}");
    }

    [Fact]
    public void Longer_OneCharacterTooMany_NamesFileAndLine()
    {
        string file = Path.Combine(Golden.Root, "src", "Some.cs");
        string found = Assert.Single(Longer(file, [new string('x', 10), new string('x', 11)], limit: 10));
        Assert.Equal("src/Some.cs:2 has 11 characters", found);
    }

    [Fact]
    public void Limit_OfAnotherSection_DoesNotCount() =>
        Assert.Equal(
            140,
            Limit(["[*]", "max_line_length = 80", Section, "indent_size = 4", "max_line_length = 140", "[*.md]", "max_line_length = 90"]));

    private static IEnumerable<string> Longer(string file, string[] lines, int limit)
    {
        string path = Path.GetRelativePath(Golden.Root, file).Replace('\\', '/');
        return lines.Index()
            .Where(line => line.Item.Length > limit)
            .Select(line => $"{path}:{line.Index + 1} has {line.Item.Length} characters");
    }

    /// <summary>What the section of C# says; the last one counts, as it does for an editor.</summary>
    private static int Limit(IEnumerable<string> editorConfig)
    {
        string section = "";
        string? limit = null;
        foreach (string line in editorConfig.Select(line => line.Trim()))
        {
            section = line.StartsWith('[') ? line : section;
            string[] parts = line.Split('=', 2, StringSplitOptions.TrimEntries);
            limit = section == Section && parts is [Key, string value] ? value : limit;
        }

        Assert.True(limit is not null, $".editorconfig has no {Key} in {Section}: write one there");
        return int.Parse(limit, CultureInfo.InvariantCulture);
    }
}
