using FileTransfer.Strategies.Metrics;

namespace FileTransfer.Strategies.Tests.Metrics;

/// <summary>What is written is OpenMetrics text; the reader that says so refuses what is none.</summary>
public sealed class OpenMetricsTextTests
{
    [Fact]
    public void ToString_EachType_IsWrittenAsSpecified()
    {
        string text = new OpenMetricsText()
            .Counter("a_bytes_sent", "bytes", "All bytes.", [new MetricSample(12), new MetricSample(1e300, ("kind", "x"))])
            .Gauge("open", "", "Open now.", [new MetricSample(-1.5), new MetricSample(double.NegativeInfinity, ("x", "y"))])
            .Summary("latency", "seconds", "Latency.", [new MetricSummary([(0.5, 0.001), (0.999, 0.25)], 3, 0.4, ("step", "1"))])
            .ToString();
        Assert.Equal(
            """
            # TYPE a_bytes_sent_bytes counter
            # UNIT a_bytes_sent_bytes bytes
            # HELP a_bytes_sent_bytes All bytes.
            a_bytes_sent_bytes_total 12
            a_bytes_sent_bytes_total{kind="x"} 1E+300
            # TYPE open gauge
            # HELP open Open now.
            open -1.5
            open{x="y"} -Inf
            # TYPE latency_seconds summary
            # UNIT latency_seconds seconds
            # HELP latency_seconds Latency.
            latency_seconds{step="1",quantile="0.5"} 0.001
            latency_seconds{step="1",quantile="0.999"} 0.25
            latency_seconds_count{step="1"} 3
            latency_seconds_sum{step="1"} 0.4
            # EOF

            """.ReplaceLineEndings("\n"),
            text);
        Assert.Equal(8, StrictOpenMetrics.Parse(text).Values.Count);
    }

    [Theory]
    [InlineData("plain", "plain")]
    [InlineData("", "")]
    [InlineData("a\\b", "a\\\\b")]
    [InlineData("say \"p99>2ms\"", "say \\\"p99>2ms\\\"")]
    [InlineData("two\nlines", "two\\nlines")]
    [InlineData("\\n", "\\\\n")]
    [InlineData("},x=\"1\"} 2", "},x=\\\"1\\\"} 2")]
    [InlineData("20 \u00b5s", "20 \u00b5s")]
    public void ToString_LabelOfAnyText_IsEscaped(string value, string escaped)
    {
        string text = new OpenMetricsText().Gauge("metric", "", value, [new MetricSample(1, ("label", value), ("other", "b"))]).ToString();
        Assert.Equal($"metric{{label=\"{escaped}\",other=\"b\"}}", Assert.Single(StrictOpenMetrics.Parse(text).Values).Key);
    }

    [Theory]
    [InlineData("", "label")]
    [InlineData("1st", "label")]
    [InlineData("a-b", "label")]
    [InlineData("metric", "la bel")]
    [InlineData("metric", "")]
    public void Gauge_NameWithOtherCharacters_IsRefused(string name, string label) =>
        Assert.Throws<ArgumentException>(() => new OpenMetricsText().Gauge(name, "", "Help.", [new MetricSample(1, (label, "x"))]));

    [Fact]
    public void Gauge_FamilyThatIsThere_IsRefused() =>
        Assert.Throws<ArgumentException>(() => new OpenMetricsText().Gauge("a", "", "One.", []).Counter("a", "", "Two.", []));

    /// <summary>Otherwise the tests that rely on the reader would hold of anything.</summary>
    [Theory]
    [InlineData("")]
    [InlineData("# EOF")]
    [InlineData("# EOF\n\n")]
    [InlineData("# TYPE a gauge\na 1\n")]
    [InlineData("a 1\n# EOF\n")]
    [InlineData("# TYPE a gauge\n\na 1\n# EOF\n")]
    [InlineData("# TYPE a gauge\na 1 1700000000\n# EOF\n")]
    [InlineData("# TYPE a gauge\na one\n# EOF\n")]
    [InlineData("# TYPE a gauge\na{x=\"1\",x=\"2\"} 1\n# EOF\n")]
    [InlineData("# TYPE a gauge\na{x=\"\"\"} 1\n# EOF\n")]
    [InlineData("# TYPE a gauge\na{x=\"\\t\"} 1\n# EOF\n")]
    [InlineData("# TYPE a gauge\na{x=\"1\",y=\"2\"} 1\na{y=\"2\",x=\"1\"} 1\n# EOF\n")]
    [InlineData("# TYPE a gauge\na_total 1\n# EOF\n")]
    [InlineData("# TYPE a counter\na 1\n# EOF\n")]
    [InlineData("# TYPE a counter\na_total -1\n# EOF\n")]
    [InlineData("# TYPE a summary\na{quantile=\"2\"} 1\n# EOF\n")]
    [InlineData("# TYPE a info\na_info 1\n# EOF\n")]
    [InlineData("# TYPE a gauge\n# UNIT a seconds\na 1\n# EOF\n")]
    [InlineData("# TYPE a gauge\n# TYPE a gauge\na 1\n# EOF\n")]
    [InlineData("# TYPE a gauge\na 1\n# HELP a Late.\n# EOF\n")]
    [InlineData("# TYPE a gauge\n# TYPE b gauge\nb 1\n# HELP a Late.\n# EOF\n")]
    [InlineData("# TYPE a gauge\n# TYPE b gauge\na 1\n# EOF\n")]
    public void Parse_TextThatBreaksARule_IsRefused(string text) =>
        Assert.Throws<FormatException>(() => StrictOpenMetrics.Parse(text));
}
