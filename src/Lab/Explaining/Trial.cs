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
    private static readonly string[] s_case = ["--strategy", "--size", "--affinity", "--wait", "--cache"];

    /// <summary>Environment variables of the case.</summary>
    public Dictionary<string, string?> Environment { get; init; } = [];

    /// <summary>What is done from outside.</summary>
    public IReadOnlyList<Disturb> Beside { get; init; } = [];

    /// <summary>Options that the case has otherwise without its causes, such as a network without loss.</summary>
    public Dictionary<string, string> PlainOptions { get; init; } = [];

    /// <summary>The same case without its causes: the options that say what is sent, and where both ends run.</summary>
    public Trial Plain => new(
        [],
        "",
        Joined(Options.Where(one => s_case.Contains(one.Key)).ToDictionary(one => one.Key, one => one.Value.Split('@')[0]), PlainOptions));

    /// <summary>Its name: the causes and the strength.</summary>
    public string Name => Causes.Count == 0 ? "none" : $"{string.Join("+", Causes)}/{Strength}";

    /// <summary>This and another cause at once.</summary>
    /// <param name="other">The other; where both set an option, this one's holds: a case that its cause needs.</param>
    public Trial With(Trial other) => new([.. Causes, .. other.Causes], Strength, Joined(other.Options, Options.ToDictionary()))
    {
        Environment = Environment.Concat(other.Environment).ToDictionary(),
        Beside = [.. Beside, .. other.Beside],
    };

    /// <summary>This in another case.</summary>
    public Trial In(Dictionary<string, string> options) => this with { Options = Joined(Options, options) };

    /// <summary>Options, of which later ones replace earlier ones.</summary>
    public static IReadOnlyDictionary<string, string> Joined(
        IReadOnlyDictionary<string, string> earlier, Dictionary<string, string> later) =>
        earlier.Concat(later).GroupBy(one => one.Key).ToDictionary(same => same.Key, same => same.Last().Value);
}
