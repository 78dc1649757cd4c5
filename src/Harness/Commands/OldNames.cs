using System.Collections.Frozen;

namespace FileTransfer.Harness.Commands;

/// <summary>Former names of options, values and strategies: they still work, and print a note with the new name.</summary>
/// <remarks>They are replaced before the command line is parsed, so help, completion and results have the new names only.</remarks>
internal static class OldNames
{
    private const string Affinity = "--affinity";

    private static readonly FrozenDictionary<string, string> s_options =
        new Dictionary<string, string> { ["--placement"] = Affinity }.ToFrozenDictionary(StringComparer.Ordinal);

    private static readonly FrozenDictionary<string, string> s_affinities =
        new Dictionary<string, string> { ["free"] = "none" }.ToFrozenDictionary(StringComparer.Ordinal);

    /// <summary>Prefixes of ids, longer ones first.</summary>
    private static readonly (string Old, string New)[] s_strategies =
    [
        ("http-multipart-zero-copy", "http-multipart-splice"),
        ("zero-copy", "msg-zerocopy"),
        ("gathered-", "coalesced-"),
    ];

    private static readonly string[] s_optionsWithStrategies = ["--strategy", "--strategies", "--baseline"];

    /// <summary>Replaces former names in a command line.</summary>
    /// <param name="arguments">The arguments of the user.</param>
    /// <param name="notes">One sentence for each replaced name.</param>
    public static string[] Replace(IReadOnlyList<string> arguments, out IReadOnlyList<string> notes)
    {
        var replaced = new SortedSet<string>(StringComparer.Ordinal);
        string[] today = new string[arguments.Count];
        string option = "";
        for (int index = 0; index < today.Length; index++)
        {
            string word = arguments[index];
            if (!word.StartsWith("--", StringComparison.Ordinal))
            {
                today[index] = Value(option, word, replaced);
                continue;
            }

            string[] parts = word.Split('=', 2);
            option = Name(parts[0], s_options, replaced);
            today[index] = parts.Length == 1 ? option : $"{option}={Value(option, parts[1], replaced)}";
        }

        notes = [.. replaced];
        return today;
    }

    private static string Value(string option, string value, SortedSet<string> replaced) =>
        option == Affinity ? Name(value, s_affinities, replaced)
        : s_optionsWithStrategies.Contains(option) ? string.Join(',', value.Split(',').Select(id => Strategy(id, replaced)))
        : value;

    private static string Name(string name, FrozenDictionary<string, string> names, SortedSet<string> replaced)
    {
        if (!names.TryGetValue(name, out string? today))
        {
            return name;
        }

        replaced.Add(Note(name, today));
        return today;
    }

    private static string Strategy(string id, SortedSet<string> replaced)
    {
        foreach ((string old, string today) in s_strategies)
        {
            if (id.StartsWith(old, StringComparison.Ordinal))
            {
                string renamed = today + id[old.Length..];
                replaced.Add(Note(id, renamed));
                return renamed;
            }
        }

        return id;
    }

    private static string Note(string old, string today) => $"{old} is called {today} now";
}
