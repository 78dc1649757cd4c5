using System.Globalization;

namespace FileTransfer.Strategies.Machine;

/// <summary>
/// The files in which Linux describes itself: /proc, /sys. Reads them below any folder, so that tests can plant a machine.
/// </summary>
/// <param name="root">Folder that stands for <c>/</c>.</param>
public sealed class SystemFiles(string root)
{
    private readonly Dictionary<string, string>? _captured;
    private readonly bool _hasOthers = true;

    private SystemFiles(string root, Dictionary<string, string> captured, bool hasOthers)
        : this(root) => (_captured, _hasOthers) = (captured, hasOthers);

    /// <summary>Those of this machine; none elsewhere than on Linux, whatever is called so there.</summary>
    public static SystemFiles OfThisMachine => OperatingSystem.IsLinux() ? new("/") : new("/", [], hasOthers: false);

    /// <summary>The text of a file without the white space around it; null when it is missing or may not be read.</summary>
    public string? Text(string path)
    {
        if (_captured?.GetValueOrDefault(path) is { } captured)
        {
            return captured;
        }

        if (!_hasOthers)
        {
            return null;
        }

        try
        {
            return File.Exists(Full(path)) ? File.ReadAllText(Full(path)).Trim() : null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // Some files exist and cannot be read: PSI that is switched off, counters without a permission, a process that has ended.
            return null;
        }
    }

    /// <summary>The lines of a file; empty when it is missing or may not be read.</summary>
    public IReadOnlyList<string> Lines(string path) => Text(path)?.Split('\n') ?? [];

    /// <summary>The number that a file consists of; null when it is none.</summary>
    public double? Number(string path) => Parse(Text(path));

    /// <summary>The number behind a name, in a file of lines such as <c>name 1</c> or <c>Name: 1 kB</c>; null when there is none.</summary>
    public double? Number(string path, string name) => Parse(Word(path, name));

    /// <summary>
    /// The number of a name in a file of pairs of lines such as net/snmp of proc(5): names, then numbers in the same order, each behind
    /// the name of their group; null when there is none.
    /// </summary>
    public double? Number(string path, string group, string name)
    {
        string[][] pair = [.. Lines(path)
            .Where(line => line.StartsWith($"{group}:", StringComparison.Ordinal))
            .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))];
        return pair is [var names, var numbers] && Array.IndexOf(names, name) is > 0 and var index && index < numbers.Length
            ? Parse(numbers[index])
            : null;
    }

    /// <summary>The first word behind a name, in a file of lines such as <c>name word</c> or <c>Name: word</c>.</summary>
    public string? Word(string path, string name) => Lines(path)
        .Select(line => line.Split([' ', ':', '\t'], StringSplitOptions.RemoveEmptyEntries))
        .Where(words => words.Length > 1 && words[0] == name)
        .Select(words => words[1])
        .FirstOrDefault();

    /// <summary>The files that a pattern names, in order; <c>*</c> stands for any part of one name.</summary>
    public IReadOnlyList<string> Matching(string pattern)
    {
        string[] captured = [.. (_captured?.Keys ?? Enumerable.Empty<string>())
            .Where(path => IsLike(path, pattern))
            .Order(StringComparer.Ordinal)];
        if (captured.Length > 0 || !_hasOthers)
        {
            return captured;
        }

        IEnumerable<string> found = [""];
        string[] parts = pattern.Split('/', StringSplitOptions.RemoveEmptyEntries);
        foreach (string part in parts)
        {
            found = part.Contains('*', StringComparison.Ordinal)
                ? found.SelectMany(folder => Names(folder, part).Select(name => $"{folder}/{name}"))
                : found.Select(folder => $"{folder}/{part}");
        }

        return [.. found.Where(path => File.Exists(Full(path))).Order(StringComparer.Ordinal)];
    }

    /// <summary>True when there is such a file or folder.</summary>
    public bool Exists(string path) => _hasOthers && Path.Exists(Full(path));

    /// <summary>These files, except that those which were captured have the texts of that moment.</summary>
    public SystemFiles With(SystemFiles captured) => new(root, captured._captured ?? [], _hasOthers);

    /// <summary>Only the files that patterns name, with their texts of now.</summary>
    public SystemFiles Capture(IEnumerable<string> patterns) => new(
        root,
        patterns.Distinct()
            .SelectMany(Matching)
            .Distinct()
            .Select(path => (Path: path, Text: Text(path)))
            .Where(file => file.Text is not null)
            .ToDictionary(file => file.Path, file => file.Text!),
        hasOthers: false);

    private static double? Parse(string? text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double number) ? number : null;

    private static bool IsLike(string path, string pattern)
    {
        string[] names = path.Split('/', StringSplitOptions.RemoveEmptyEntries);
        string[] parts = pattern.Split('/', StringSplitOptions.RemoveEmptyEntries);
        return names.Length == parts.Length
            && names
                .Zip(parts)
                .All(pair => System.IO.Enumeration.FileSystemName.MatchesSimpleExpression(pair.Second, pair.First, ignoreCase: false));
    }

    private string Full(string path) => Path.Join(root, path);

    private IEnumerable<string> Names(string folder, string pattern)
    {
        try
        {
            return [.. Directory.EnumerateFileSystemEntries(Full(folder), pattern).Select(entry => Path.GetFileName(entry))];
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
