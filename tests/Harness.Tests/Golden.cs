using System.Runtime.CompilerServices;

namespace FileTransfer.Harness.Tests;

/// <summary>Compares text with a file under Golden/; with UPDATE_GOLDEN=1 in the environment it writes the file instead.</summary>
internal static class Golden
{
    public static void Check(string fileName, string actual)
    {
        string path = Path.Combine(Folder(), fileName);
        if (Environment.GetEnvironmentVariable("UPDATE_GOLDEN") == "1")
        {
            File.WriteAllText(path, actual);
            return;
        }

        string expected = File.Exists(path) ? File.ReadAllText(path) : string.Empty;
        if (FirstDifference(expected, actual) is { } difference)
        {
            Assert.Fail($"{path} differs: {difference}\nIf that is meant, write the file anew and read the diff:\n  {Renewal}");
        }
    }

    /// <summary>The first line in which two texts differ, or null when they are the same.</summary>
    public static string? FirstDifference(string expected, string actual)
    {
        if (expected == actual)
        {
            return null;
        }

        string[] expectedLines = expected.Split('\n');
        string[] actualLines = actual.Split('\n');
        int line = expectedLines.Zip(actualLines).TakeWhile(pair => pair.First == pair.Second).Count();
        return $"line {line + 1}\n  expected: {Line(expectedLines, line)}\n  actual:   {Line(actualLines, line)}";
    }

    /// <summary>The command that writes the golden files of the running test.</summary>
    private static string Renewal =>
        "UPDATE_GOLDEN=1 dotnet test tests/Harness.Tests --filter "
        + $"FullyQualifiedName~{TestContext.Current.TestClass?.TestClassSimpleName}.{TestContext.Current.TestMethod?.MethodName}";

    private static string Line(string[] lines, int line) => line < lines.Length ? $"'{lines[line]}'" : "(end of text)";

    /// <summary>The root of the source tree.</summary>
    public static string Root => Path.GetFullPath(Path.Combine(Folder(), "..", "..", ".."));

    private static string Folder([CallerFilePath] string thisFile = "") => Path.Combine(Path.GetDirectoryName(thisFile)!, "Golden");
}
