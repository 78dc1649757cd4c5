namespace FileTransfer.Tests;

/// <summary>Compares a listing with a golden file that has a row for each strategy, or for each member of a public surface.</summary>
/// <remarks>
/// A published id never changes its meaning: every row of the file must be listed, unchanged and in this order. A row that
/// is listed and not in the file is a new strategy's, and no failure where the listing may grow.
/// </remarks>
internal static class GoldenRows
{
    /// <summary>Fails on a row that is gone, changed or out of order; with UPDATE_GOLDEN=1 it writes the file instead.</summary>
    /// <param name="path">The golden file.</param>
    /// <param name="actual">What is listed now.</param>
    /// <param name="test">Project and filter of the test, for the command that writes the file.</param>
    /// <param name="mayGrow">False where a row that is not in the file is a failure too.</param>
    public static void Check(string path, IEnumerable<string> actual, string test, bool mayGrow = true)
    {
        string[] rows = [.. actual];
        if (Environment.GetEnvironmentVariable("UPDATE_GOLDEN") == "1")
        {
            File.WriteAllText(path, string.Concat(rows.Select(row => row + "\n")));
            return;
        }

        string[] golden = File.Exists(path) ? File.ReadAllLines(path) : [];
        string remedy = $"If that is meant, write the file anew and read the diff:\n  UPDATE_GOLDEN=1 dotnet test {test}";
        Xunit.Assert.True(golden.Length > 0, $"{path} is missing or empty. {remedy}");
        if (!mayGrow && rows.Except(golden).FirstOrDefault() is { } added)
        {
            Xunit.Assert.Fail($"This is new, and not in {path}:\n  {added}\n{remedy}");
        }

        if (FirstDifference(golden, rows) is { } difference)
        {
            Xunit.Assert.Fail(
                $"The listing does not agree with {path}: {difference}\nA published id never changes its "
                + $"meaning; changed behaviour takes a new id. {remedy}");
        }
    }

    /// <summary>Says what became of the first golden row that is not listed where it should be, or null.</summary>
    public static string? FirstDifference(IReadOnlyList<string> golden, IReadOnlyList<string> actual)
    {
        int next = 0;
        foreach (string row in golden)
        {
            int found = next;
            while (found < actual.Count && actual[found] != row)
            {
                found++;
            }

            if (found == actual.Count)
            {
                string reason = actual.Contains(row)
                    ? "is listed before the row that precedes it in the file"
                    : "is not listed, or was changed";
                string? changed = actual.FirstOrDefault(candidate => candidate != row && NameOf(candidate) == NameOf(row));
                return $"this row {reason}\n  golden: {row}" + (changed is null ? "" : $"\n  listed: {changed}");
            }

            next = found + 1;
        }

        return null;
    }

    /// <summary>What comes before the first separator: an id, or the beginning of an object of JSON.</summary>
    private static string NameOf(string row) => row.Split([" | ", ","], 2, StringSplitOptions.None)[0];
}
