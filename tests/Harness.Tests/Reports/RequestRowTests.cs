using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Charts;
using FileTransfer.Results.Charts.Model;
using FileTransfer.Results.Reports;

namespace FileTransfer.Harness.Tests.Reports;

/// <summary>What reports and pictures make of requests with several in flight, and of servers tuned and untuned.</summary>
public sealed class RequestRowTests
{
    [Fact]
    public void Of_Requests_AreOrderedByKindInFlightAndProtocol() => Assert.Equal(
        ["none 32 HTTP/1.1 TLS", "none 32 HTTP/2 TLS", "body 1 HTTP/1.1", "body 1 HTTP/2", "body 32 HTTP/1.1", "body 32 HTTP/2"],
        RequestRow.Of(SampleRuns.Http()).Select(requests => $"{requests.Kind} {requests.InFlight} {requests.Protocol}"));

    [Fact]
    public void Cells_OfARow_AreWhatWasMeasured() => Assert.Equal(
        ["body", "32", "HTTP/1.1", "40,000", "913.1", "5,000", "–", "32", "200"],
        RequestRow.Of(SampleRuns.Http())[4].Cells);

    [Fact]
    public void Findings_OfPairs_CompareTheVersionsAndNameTheConnections()
    {
        IReadOnlyList<string> findings = RequestRow.Findings(SampleRuns.Http());
        Assert.Equal(3, findings.Count);
        Assert.StartsWith(
            "none, 32 in flight, TLS: HTTP/1.1 and HTTP/2 are equal for a single request (ratio 1.00–1.00); 1 connection against 32.",
            findings[0],
            StringComparison.Ordinal);
        Assert.StartsWith("body, one after another: a single request over HTTP/1.1 is 1.4", findings[1], StringComparison.Ordinal);
        Assert.StartsWith("body, 32 in flight: a single request over HTTP/2 is 1.2", findings[2], StringComparison.Ordinal);
        Assert.EndsWith("; 1 connection against 32.", findings[2], StringComparison.Ordinal);
    }

    [Fact]
    public void Verdicts_OfRequests_ThereAreNone() =>
        Assert.DoesNotContain(
            Verdicts.Of(SampleRuns.Http()),
            verdict => verdict.Leader?.StartsWith("http-body", StringComparison.Ordinal) == true);

    [Fact]
    public void Tuning_OfOneUploadAgainstBoth_SaysWhatItBringsAndHow()
    {
        string gain = Assert.Single(ServerTuning.Of(SampleRuns.Http()));
        Assert.StartsWith("http-multipart-stream at 1M: tuned 3.0× faster than untuned (95 % CI ", gain, StringComparison.Ordinal);
        Assert.EndsWith("; the server spends 0.300 instead of 0.900 CPU s per GB.", gain, StringComparison.Ordinal);
        Assert.Empty(ServerTuning.Of(SampleRuns.Small()));
    }

    [Fact]
    public void Reports_OfRequests_HaveTheirSections()
    {
        using var markdown = new StringWriter();
        new MarkdownReport().Write(SampleRuns.Http(), markdown);
        Assert.Contains("## Requests", markdown.ToString(), StringComparison.Ordinal);
        Assert.Contains("| body | 32 | HTTP/2 | 30,000 |", markdown.ToString(), StringComparison.Ordinal);
        using var html = new StringWriter();
        new HtmlReport().Write(SampleRuns.Http(), html);
        Assert.Contains("id=\"requests\"", html.ToString(), StringComparison.Ordinal);
        Assert.Contains("id=\"tuning\"", html.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void PerOperation_OfUploads_HasTheThreeNumbersOfTheOriginal()
    {
        Measurement upload = SampleRuns.Http().Measurements.First(measurement => measurement.Strategy == "http-multipart-stream") with
        {
            AllocatedBytesPerTransfer = 7101.4,
            Observations = [new Strategies.Contracts.Observation(Strategies.Contracts.Observation.Allocations, 61, "")],
        };
        IReadOnlyList<string> row = Assert.Single(PerOperation.Rows(SampleRuns.Run(upload)));
        Assert.Equal(["1M", "http-multipart-stream", "307,393", "7,101", "≈ 61"], row);
        Assert.Empty(PerOperation.Rows(SampleRuns.Small()));
    }

    [Fact]
    public void Chart_OfRequests_WritesConnectionsOnEveryBarAndNamesWhatFailed()
    {
        ChartModel chart = Assert.Single(new RequestsChart().Build(SampleRuns.Http()));
        Assert.Equal(6, chart.Panels.SelectMany(panel => panel.Marks).OfType<BarMark>().Count());
        Assert.Contains(
            chart.Panels.SelectMany(panel => panel.Marks).OfType<RowTextMark>(),
            text => text.Text.EndsWith("32 connections", StringComparison.Ordinal));
        Assert.Contains(
            chart.Notes,
            note => note.IsGrave && note.Text.Contains("http-headers-1 over http failed", StringComparison.Ordinal));
        Assert.Empty(new RequestsChart().Build(SampleRuns.Small()));
    }

    [Fact]
    public void Chart_LastKindHadFewerInFlight_TitleIsAboutTheMostOfThatKind()
    {
        RunResult all = SampleRuns.Http();
        Measurement[] bodies = [.. all.Measurements.Where(measurement => measurement.Strategy == "http-body-32")];
        RunResult run = all with
        {
            Measurements =
            [
                .. bodies,
                .. bodies.Select(measurement => measurement with
                {
                    Strategy = "http-headers-2",
                    Dimensions = measurement.Dimensions with { Request = "headers", InFlight = 2 },
                }),
            ],
        };
        Assert.Equal("Requests with a body and 100 headers, 2 in flight: HTTP/2 takes 30.0 µs each, HTTP/1.1 40.0 µs", Title(run));
    }

    [Fact]
    public void Chart_MostInFlightOfTheLastKindFailed_TitleIsAboutWhatWasMeasured()
    {
        RunResult all = SampleRuns.Http();
        Measurement[] bodies = [.. all.Measurements.Where(measurement => measurement.Strategy == "http-body-32")];
        RunResult run = all with
        {
            Measurements =
            [
                .. all.Measurements,
                .. bodies.Select(measurement => measurement with
                {
                    Strategy = "http-headers-1",
                    Dimensions = measurement.Dimensions with { Request = "headers", InFlight = 1 },
                }),
                .. bodies.Select(measurement => SampleRuns.Failed("http-headers-32", 38_890, "connection lost") with
                {
                    Transport = measurement.Transport,
                }),
            ],
        };
        Assert.StartsWith("Requests with a body and 100 headers, 1 in flight: HTTP/2 takes", Title(run), StringComparison.Ordinal);
    }

    [Fact]
    public void Chart_OneVersionAlone_IsNamedOnceInTheTitle()
    {
        RunResult all = SampleRuns.Http();
        RunResult run = all with
        {
            Measurements = [.. all.Measurements.Where(measurement => measurement is { Strategy: "http-body-32", Transport: "http" })],
        };
        Assert.Equal("Requests with a body, 32 in flight: HTTP/1.1 takes 40.0 µs each", Title(run));
    }

    [Fact]
    public void Verdicts_OfTcpBesideTls_CompareBoth()
    {
        RunResult run = SampleRuns.Run(
            SampleRuns.Measured("read-write-1k", SampleRuns.Megabyte, SampleRuns.Steps(400_000, 1_000)),
            SampleRuns.Measured("tls-read-write-64k", SampleRuns.Megabyte, SampleRuns.Steps(800_000, 1_000)) with { Transport = "tls" });
        Verdict verdict = Assert.Single(Verdicts.Of(run));
        Assert.Equal("read-write-1k", verdict.Leader);
        Assert.Equal(0.5, Verdicts.AgainstBaseline(run, run.Measurements[1])!.Ratio, 1);
        Assert.StartsWith(
            "1M: read-write-1k, 1.99× as fast as the next, tls-read-write-64k (",
            verdict.Text,
            StringComparison.Ordinal);
    }

    private static string Title(RunResult run) => Assert.Single(new RequestsChart().Build(run)).Title;
}
