using System.Runtime.CompilerServices;
using System.Text.Json.Nodes;
using FileTransfer.Results;

namespace FileTransfer.Harness.Tests.Results;

public sealed class ResultsSchemaTests
{
    [Fact]
    public void Validate_WrittenRun_IsValid() => Assert.Empty(Violations(_ => { }));

    [Fact]
    public void Validate_ThinnedRun_IsValid() =>
        Assert.Empty(Validator().Validate(Node(SampleThinning.Thin(SampleRuns.Small(), maxBytes: 40_000))));

    [Fact]
    public void Validate_EveryOptionalFieldWritten_IsValid()
    {
        RunResult run = SampleRuns.Small();
        PinnedProcessor[] pinned = [new(PinnedProcessor.Sender, 2, [6]), new(PinnedProcessor.Receiver, 3, Siblings: null)];
        run = run with
        {
            Environment = run.Environment with
            {
                Pinned = pinned,
                ReceiverCongestionControl = "cubic",
                EmptyRoundTrips = [new EmptyRoundTrip("tcp", 8000, 30_000)],
                Sender = run.Environment.Sender with { ClockSource = "tsc", RuntimeSettings = ["DOTNET_gcServer=1"] },
            },
        };

        Assert.Empty(Validator().Validate(Node(run)));
    }

    [Fact]
    public void Validate_NoOptionalFieldWritten_IsValid()
    {
        RunResult run = SampleRuns.Run(SampleRuns.Measured("null", 0, 40));
        run = run with
        {
            Run = run.Run with { Baseline = null },
            Environment = run.Environment with { Receiver = null, SenderCongestionControl = null },
        };

        Assert.Empty(Validator().Validate(Node(run)));
    }

    [Fact]
    public void Validate_UnknownField_IsAViolation() =>
        Assert.Equal(["$.run: has an unknown field extra"], Violations(run => run["run"]!["extra"] = 1));

    [Fact]
    public void Validate_MissingField_IsAViolation() =>
        Assert.Equal(["$.environment: lacks loopback"], Violations(run => run["environment"]!.AsObject().Remove("loopback")));

    [Fact]
    public void Validate_OtherVersion_IsAViolation() =>
        Assert.Equal(["$.schema: is not filetransfer-results/3"], Violations(run => run["schema"] = "filetransfer-results/4"));

    [Fact]
    public void Validate_UnknownOutcome_IsAViolation() =>
        Assert.Contains(
            Violations(run => run["measurements"]![1]!["outcome"] = "Measured"),
            violation => violation.StartsWith("$.measurements[1].outcome: is none of", StringComparison.Ordinal));

    [Fact]
    public void Validate_MeasuredWithoutStatistics_IsAViolation() =>
        Assert.Equal(["$.measurements[1]: lacks statistics"], Violations(run => run["measurements"]![1]!.AsObject().Remove("statistics")));

    [Fact]
    public void Validate_FailedWithoutReason_IsAViolation() =>
        Assert.Equal(["$.measurements[9]: lacks reason"], Violations(run => run["measurements"]![9]!.AsObject().Remove("reason")));

    [Fact]
    public void Validate_FractionalSample_IsAViolation() =>
        Assert.Equal(
            ["$.measurements[1].launches[0].nanoseconds[3]: is not integer"],
            Violations(run => run["measurements"]![1]!["launches"]![0]!["nanoseconds"]![3] = 1.5));

    [Fact]
    public void Properties_Everywhere_AreDescribed() => Assert.Empty(Undescribed(Schema(), "$"));

    private static IEnumerable<string> Undescribed(JsonNode node, string place) => node switch
    {
        JsonObject schema => schema.SelectMany(field => Undescribed(field.Value!, $"{place}.{field.Key}"))
            .Concat(schema.ContainsKey("type")
                && !schema.ContainsKey("description")
                && !place.EndsWith(".items", StringComparison.Ordinal)
                && !place.EndsWith(".additionalProperties", StringComparison.Ordinal) ? [place] : []),
        JsonArray array => array.SelectMany((element, index) => Undescribed(element!, $"{place}[{index}]")),
        _ => [],
    };

    private static IReadOnlyList<string> Violations(Action<JsonObject> change)
    {
        JsonObject run = Node(SampleRuns.Small());
        change(run);
        return Validator().Validate(run);
    }

    /// <summary>What a run violates.</summary>
    internal static IReadOnlyList<string> ViolationsOf(RunResult run) => Validator().Validate(Node(run));

    private static JsonObject Node(RunResult run) => JsonNode.Parse(ResultsFile.ToBytes(run))!.AsObject();

    private static SchemaValidator Validator() => new(Schema());

    private static JsonObject Schema([CallerFilePath] string thisFile = "") => JsonNode.Parse(File.ReadAllText(
        Path.Combine(Path.GetDirectoryName(thisFile)!, "../../../src/Results/results.schema.json")))!.AsObject();
}
