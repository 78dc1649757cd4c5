namespace FileTransfer.Lab.Explaining;

/// <summary>Does something to a case from outside, until it is cancelled; then everything is as before.</summary>
/// <param name="explainer">The process that explains; ends and server are below it.</param>
/// <param name="file">The file that is sent.</param>
/// <param name="cancellationToken">Ends it.</param>
internal delegate Task Disturb(int explainer, string file, CancellationToken cancellationToken);

/// <summary>A case whose causes are known: they were put in.</summary>
/// <param name="Causes">Ids of the causes; none for a case as it is.</param>
/// <param name="Strength">How strong they are: <c>weak</c>, <c>medium</c> or <c>strong</c>.</param>
/// <param name="Options">Options of <c>explain</c> that make the case, and the causes that are settings.</param>
internal sealed record Trial(IReadOnlyList<string> Causes, string Strength, IReadOnlyDictionary<string, string> Options)
{
    /// <summary>Environment variables of the case.</summary>
    public Dictionary<string, string?> Environment { get; init; } = [];

    /// <summary>What is done from outside.</summary>
    public IReadOnlyList<Disturb> Beside { get; init; } = [];

    /// <summary>Its name: the causes and the strength.</summary>
    public string Name => Causes.Count == 0 ? "none" : $"{string.Join("+", Causes)}/{Strength}";

    /// <summary>This and another cause at once.</summary>
    /// <param name="other">The other; where both set an option, its own holds.</param>
    public Trial With(Trial other) => new([.. Causes, .. other.Causes], Strength, Joined(Options, other.Options.ToDictionary()))
    {
        Environment = Environment.Concat(other.Environment).ToDictionary(),
        Beside = [.. Beside, .. other.Beside],
    };

    /// <summary>Options, of which later ones replace earlier ones.</summary>
    public static IReadOnlyDictionary<string, string> Joined(
        IReadOnlyDictionary<string, string> earlier, Dictionary<string, string> later) =>
        earlier.Concat(later).GroupBy(one => one.Key).ToDictionary(same => same.Key, same => same.Last().Value);
}
