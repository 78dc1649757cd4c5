using FileTransfer.Results.Analysis;

namespace FileTransfer.Results.Reports;

/// <summary>The sections with tables, which are the same in every report.</summary>
internal static class TableSections
{
    /// <summary>Requests, as a server answers them.</summary>
    public static TableSection Requests(RunResult run) => new(
        "requests",
        "Requests",
        RequestRow.Explanation,
        new Table(RequestRow.Headers, RequestRow.Of(run).Select(row => row.Cells))
        {
            Caption = "Requests by what they carry, how many are in flight, and protocol",
        })
    {
        Findings = RequestRow.Findings(run),
    };

    /// <summary>What tuning the server gains; of sentences only.</summary>
    public static TableSection Tuning(RunResult run) =>
        new("tuning", "Effect of server tuning", ServerTuning.HowTo) { Findings = ServerTuning.Of(run) };

    /// <summary>What conditions do: variants beside their strategies.</summary>
    public static TableSection Effects(RunResult run) => new(
        "effects",
        "Effect of conditions",
        Effect.Explanation,
        new Table(Effect.Headers, Analysis.Effects.Of(run).Select(effect => effect.Cells))
        {
            Caption = "Variants beside their strategies",
        });

    /// <summary>Strategies beside the native reference.</summary>
    public static TableSection Native(RunResult run) => new(
        "native-reference",
        "Beside the native reference",
        NativeReference.Explanation,
        new Table(NativeReference.FastestHeaders, NativeReference.FastestRows(run)) { Caption = "The fastest of each side" },
        new Table(NativeReference.PairHeaders, NativeReference.PairRows(run)) { Caption = "Every strategy and its counterpart" });

    /// <summary>What is compared apart from verdicts: conditions, contenders, the native reference, uploads, fetches.</summary>
    public static IReadOnlyList<TableSection> Comparisons(RunResult run) =>
    [
        Effects(run),
        new("old-and-new", "Old and new", OldAndNew.Explanation, [.. OldAndNew.Of(run).SelectMany(Contender)]),
        Native(run),
        new(
            "per-operation",
            "Per operation",
            PerOperation.Explanation,
            new Table(PerOperation.Headers, PerOperation.Rows(run)) { Caption = "Uploads: time, bytes and allocations per operation" }),
        new(
            "fetches",
            "Fetches",
            FetchRow.Explanation,
            new Table(FetchRow.Headers, FetchRow.Of(run).Select(row => row.Cells))
            {
                Caption = "Messages by size, encoding and way of reading",
            }),
    ];

    /// <summary>All pairs of strategies: different, equal or unknown.</summary>
    public static TableSection Pairs(RunResult run) => new(
        "pairs",
        "Pairs",
        ProvenDifferences.Explanation,
        new Table(ProvenDifferences.Headers, ProvenDifferences.Of(run).Select(pair => pair.Cells))
        {
            Caption = "Pairs of strategies",
            NameColumn = 1,
        });

    private static IEnumerable<Table> Contender(OldAndNew contender) =>
    [
        new Table(OldAndNew.TimeHeaders, contender.Rows.Select(row => row.Times))
        {
            Caption = $"{contender.Title}: time",
            Heading = contender.Title,
        },
        new Table(OldAndNew.RateHeaders, contender.Rows.Select(row => row.Rates)) { Caption = $"{contender.Title}: rate" },
    ];
}
