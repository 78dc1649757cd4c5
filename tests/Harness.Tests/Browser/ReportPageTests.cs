using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using FileTransfer.Harness.Results;
using OpenQA.Selenium;
using OpenQA.Selenium.Chrome;
using OpenQA.Selenium.Interactions;
using OpenQA.Selenium.Support.UI;
using Xunit;

namespace FileTransfer.Harness.Tests.Browser;

public sealed class ReportPageTests(BrowserFixture fixture) : IClassFixture<BrowserFixture>
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);

    [Theory]
    [InlineData("typical.html")]
    [InlineData("crowded.html")]
    [InlineData("catalog.html")]
    public void Open_FromDisk_SaysNothingOnTheConsoleAndAsksForNothing(string report)
    {
        ChromeDriver browser = fixture.Open(report);

        Assert.Empty(fixture.ReadLog(LogType.Browser));
        Assert.Equal(0L, fixture.Evaluate<long>("return performance.getEntriesByType('resource').length"));
        string[] requests = [.. fixture.ReadLog(LogType.Performance).Select(RequestedAddress).OfType<string>()];
        Assert.Equal([browser.Url], requests.Where(address => !address.StartsWith("data:", StringComparison.Ordinal)));
    }

    [Fact]
    public void Sort_HeaderPressed_OrdersRowsUpAndThenDownWithGapsLast()
    {
        ChromeDriver browser = fixture.Open();
        IWebElement header = browser.FindElement(By.XPath("//table[@id='table']//th[normalize-space()='P90']"));
        int column = 1 + browser.FindElements(By.CssSelector("#table thead th")).ToList().IndexOf(header);

        header.FindElement(By.TagName("button")).Click();
        double[] ascending = Values(column);
        Assert.Equal("ascending", header.GetDomAttribute("aria-sort"));
        Assert.True(ascending.Length > 20, $"there should be a row for each of 25 measurements, and there are {ascending.Length} values");
        Assert.Equal(ascending.Order(), ascending);
        Assert.Equal(["copy-to-async", "splice"], Strategies().TakeLast(2).Order());

        header.FindElement(By.TagName("button")).SendKeys(Keys.Enter);
        Assert.Equal("descending", header.GetDomAttribute("aria-sort"));
        Assert.Equal(ascending.OrderDescending(), Values(column));
        Assert.Equal(["copy-to-async", "splice"], Strategies().TakeLast(2).Order());
        Assert.Single(browser.FindElements(By.CssSelector("#table th[aria-sort='descending'], #table th[aria-sort='ascending']")));
    }

    [Fact]
    public void Filter_StrategyAndSize_ShowsWhatFitsBoth()
    {
        ChromeDriver browser = fixture.Open();

        Choose(browser, "filter-strategy", "send-file");
        Assert.Equal(Enumerable.Repeat("send-file", 5), Strategies());

        Choose(browser, "filter-size", "1M");
        Assert.Equal(["send-file"], Strategies());
        Assert.Equal("1 of 27 rows", browser.FindElement(By.CssSelector("#filters output")).Text);

        Choose(browser, "filter-strategy", "splice");
        Assert.Empty(Strategies());
    }

    [Fact]
    public void Hover_Mark_ShowsItsValue()
    {
        ChromeDriver browser = fixture.Open();
        IWebElement mark = browser.FindElements(By.CssSelector("#latency-by-size .wide .dot:has(> title)"))[^1];
        string title = fixture.Evaluate<string>(
            "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' }); return arguments[0].querySelector('title').textContent",
            mark);

        Assert.False(browser.FindElement(By.Id("tip")).Displayed);
        PointAt(browser, mark, shown: true);
        Assert.Equal(title, browser.FindElement(By.Id("tip")).GetDomProperty("textContent"));

        PointAt(browser, browser.FindElement(By.TagName("h1")), shown: false);
        Assert.Equal(title, fixture.Evaluate<string>("return arguments[0].querySelector('title').textContent", mark));
    }

    [Fact]
    public void Colors_PreferenceAndButton_GiveDarkAndLight()
    {
        ChromeDriver browser = fixture.Open();
        bool light = IsDark();
        fixture.UseMedia("screen", "dark");
        bool dark = IsDark();
        browser.FindElement(By.Id("theme")).Click();
        bool lightAgain = IsDark();
        fixture.UseMedia("screen", "light");
        browser.FindElement(By.Id("theme")).Click();

        Assert.Equal((false, true, false, true), (light, dark, lightAgain, IsDark()));
    }

    [Theory]
    [InlineData("light", 1400)]
    [InlineData("dark", 1400)]
    [InlineData("light", 400)]
    [InlineData("dark", 400)]
    public void Text_EitherColors_HasContrast(string colors, int width)
    {
        fixture.Open("crowded.html", width);
        fixture.UseMedia("screen", colors);

        AssertNone(LayoutProbe.FaintTexts);
    }

    [Theory]
    [InlineData("typical.html", 400)]
    [InlineData("typical.html", 1400)]
    [InlineData("crowded.html", 400)]
    [InlineData("crowded.html", 1400)]
    [InlineData("catalog.html", 400)]
    [InlineData("catalog.html", 1400)]
    public void Layout_AnyWidth_NeitherScrollsSidewaysNorCoversLabels(string report, int width)
    {
        fixture.Open(report, width);

        AssertNone(LayoutProbe.SidewaysScrolling);
        AssertNone(LayoutProbe.SidewaysCharts);
        AssertNone(LayoutProbe.BadLabels);
        AssertNone(LayoutProbe.SmallTexts);
    }

    [Theory]
    [InlineData("typical.html", "light", 400)]
    [InlineData("crowded.html", "dark", 400)]
    [InlineData("catalog.html", "dark", 400)]
    [InlineData("catalog.html", "light", 1280)]
    public void Titles_OfCharts_AreSeenToTheLastLine(string report, string colors, int width)
    {
        fixture.Open(report, width);
        fixture.UseMedia("screen", colors);

        AssertNone(LayoutProbe.CoveredTitles);
    }

    /// <summary>On either side of the width at which pictures are laid out anew, where text is smallest.</summary>
    [Theory]
    [InlineData(360)]
    [InlineData(500)]
    [InlineData(800)]
    [InlineData(801)]
    [InlineData(1280)]
    public void Charts_AnyWidth_AreReadableWithoutScrolling(int width)
    {
        fixture.Open("catalog.html", width);

        AssertNone(LayoutProbe.SidewaysScrolling);
        AssertNone(LayoutProbe.SidewaysCharts);
        AssertNone(LayoutProbe.SmallTexts);
    }

    [Theory]
    [InlineData("typical.html")]
    [InlineData("crowded.html")]
    [InlineData("catalog.html")]
    public void Edges_WideWindow_AreTheSameForAll(string report)
    {
        fixture.Open(report, width: 1280);

        AssertNone(LayoutProbe.UnevenEdges);
    }

    [Theory]
    [InlineData("typical.html", "light")]
    [InlineData("typical.html", "dark")]
    [InlineData("catalog.html", "light")]
    [InlineData("catalog.html", "dark")]
    public void Timelines_EitherColors_StandOut(string report, string colors)
    {
        fixture.Open(report, width: 1280);
        fixture.UseMedia("screen", colors);

        AssertNone(LayoutProbe.FaintTimelines);
    }

    [Fact]
    public void Hover_GreyLine_ComesToTheFore()
    {
        ChromeDriver browser = fixture.Open("catalog.html");
        IWebElement line = fixture.Evaluate<IWebElement>("""
            const svg = document.querySelector('#latency-by-size .wide > svg');
            svg.scrollIntoView({ block: 'center', behavior: 'instant' });
            const isOnTop = dot => {
              const box = dot.getBoundingClientRect();
              return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2) === dot;
            };
            window.pointedAt = [...svg.querySelectorAll('.quiet .dot')].find(isOnTop);
            return window.pointedAt.parentNode;
            """);
        (string Color, double Width, double Others) before = Look();

        IWebElement dot = fixture.Evaluate<IWebElement>("return window.pointedAt");
        int step = 0;
        Wait(browser, () =>
        {
            new Actions(browser).MoveToElement(dot, step++ % 2, 0).Perform();
            return fixture.Evaluate<bool>("return arguments[0].matches(':hover')", line) && browser.FindElement(By.Id("tip")).Displayed;
        });
        (string Color, double Width, double Others) pointed = Look();
        string name = browser.FindElement(By.Id("tip")).Text;

        Assert.Equal(1, before.Others);
        Assert.True(pointed.Others < 0.5, $"the other lines fade to {pointed.Others}");
        Assert.True(pointed.Width >= 2 * before.Width, $"{before.Width} becomes {pointed.Width}");
        Assert.NotEqual(before.Color, pointed.Color);
        Assert.StartsWith(line.GetDomAttribute("data-series") + ", ", name, StringComparison.Ordinal);

        (string, double, double) Look()
        {
            object[] seen = [.. fixture.Evaluate<IEnumerable<object>>("""
                const style = getComputedStyle(arguments[0].querySelector('.line'));
                const others = [...arguments[0].parentNode.querySelectorAll('.series')].filter(other => other !== arguments[0]);
                return [style.stroke, style.strokeWidth, `${Math.max(...others.map(other => getComputedStyle(other).opacity))}`];
                """, line)];
            return ((string)seen[0], Number(seen[1]), Number(seen[2]));
        }

        static double Number(object text) =>
            double.Parse(((string)text).Replace("px", "", StringComparison.Ordinal), CultureInfo.InvariantCulture);
    }

    [Theory]
    [InlineData(1400)]
    [InlineData(400)]
    public void Link_OfAChart_OpensItByItselfInFull(int width)
    {
        ChromeDriver browser = fixture.Open("catalog.html", width);
        string page = browser.CurrentWindowHandle;
        int lines = browser.FindElements(By.CssSelector("#latency-by-size .wide .series")).Count;
        IWebElement link = browser.FindElement(By.CssSelector("#latency-by-size > .alone"));
        fixture.Evaluate<bool>("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' }); return true", link);

        link.Click();
        try
        {
            Wait(browser, () => browser.WindowHandles.Count == 2);
            browser.SwitchTo().Window(browser.WindowHandles.Single(window => window != page));
            Wait(browser, () => fixture.Evaluate<string>("return document.readyState") == "complete");

            Assert.Equal(
                "latency-by-size-svg",
                fixture.Evaluate<string>("return document.documentElement.tagName === 'svg' ? document.documentElement.id : document.URL"));
            Assert.Equal(lines, browser.FindElements(By.CssSelector(".series")).Count);
            Assert.All(
                Some.Of(browser.FindElements(By.CssSelector(".quiet > .hit"))),
                line => Assert.False(string.IsNullOrEmpty(line.FindElement(By.TagName("title")).GetDomProperty("textContent"))));
            Assert.NotEmpty(browser.Title);
        }
        finally
        {
            if (browser.CurrentWindowHandle != page)
            {
                browser.Close();
                browser.SwitchTo().Window(page);
            }
        }
    }

    [Fact]
    public void Open_WithoutScripts_ReadsAndChooses()
    {
        ChromeDriver browser = fixture.Open(scripts: false);

        Assert.Contains("send-file wins", browser.FindElement(By.Id("verdicts")).Text, StringComparison.Ordinal);
        Assert.Contains(
            "failed: the receiver confirmed 1,000 of 10,240 bytes </script>",
            browser.FindElement(By.Id("table")).Text,
            StringComparison.Ordinal);
        Assert.False(browser.FindElement(By.Id("theme")).Displayed);
        Assert.Empty(browser.FindElements(By.CssSelector("thead button")));
        Assert.All(Some.Of(browser.FindElements(By.CssSelector("section > figure .wide svg"))), picture => Assert.True(picture.Displayed));
        Assert.Equal(1400L, fixture.Evaluate<long>("return innerWidth"));

        IWebElement[] series = [.. browser.FindElements(By.CssSelector("fieldset.series"))];
        Assert.NotEmpty(series);
        foreach (IWebElement one in series)
        {
            one.FindElements(By.TagName("label"))[1].Click();
            Assert.Equal([false, true], one.FindElements(By.TagName("figure")).Take(2).Select(figure => figure.Displayed));
        }
    }

    [Fact]
    public void Print_Page_ShowsEveryChartOnPaper()
    {
        ChromeDriver browser = fixture.Open();
        fixture.UseMedia("print", "light");
        Assert.All(Some.Of(browser.FindElements(By.CssSelector("figure > .wide"))), picture => Assert.True(picture.Displayed));
        Assert.All(Some.Of(browser.FindElements(By.CssSelector("figure > .narrow"))), picture => Assert.False(picture.Displayed));
        Assert.All(
            Some.Of(browser.FindElements(By.CssSelector("button:not(thead button), nav, .filters, .series label"))),
            control => Assert.False(control.Displayed));
        Assert.All(Some.Of(browser.FindElements(By.CssSelector("#table thead th"))), header => Assert.NotEmpty(header.Text));

        byte[] paper = Convert.FromBase64String((string)fixture.Command("Page.printToPDF", ("printBackground", true))["data"]);
        string text = Encoding.Latin1.GetString(paper);
        Assert.StartsWith("%PDF-", text, StringComparison.Ordinal);
        Assert.True(Regex.Count(text, @"/Type\s*/Page\b") > 1);
    }

    [Theory]
    [InlineData("plain", "2024-05-06-socket-results.json")]
    [InlineData("data", "2024-05-06-socket-results.json.gz")]
    public void Download_Samples_IsTheRun(string link, string file)
    {
        ChromeDriver browser = fixture.Open();
        fixture.Command("Browser.setDownloadBehavior", ("behavior", "allow"), ("downloadPath", fixture.Downloads));

        browser.FindElement(By.Id(link)).Click();
        string path = Path.Combine(fixture.Downloads, file);
        Wait(browser, () => File.Exists(path));

        Assert.Equal(ResultsFile.ToBytes(BrowserRuns.Typical()), ResultsFile.ToBytes(ResultsFile.Load(path)));
    }

    [Fact]
    public void Copy_Pressed_SelectsTheCommandAndSaysSo()
    {
        ChromeDriver browser = fixture.Open();

        browser.FindElement(By.Id("copy")).Click();
        Wait(browser, () => browser.FindElement(By.Id("copy")).Text == "Copied");

        Assert.Equal(BrowserRuns.Typical().Run.Command, fixture.Evaluate<string>("return getSelection().toString()"));
    }

    /// <summary>Moves the pointer until the page has taken notice.</summary>
    /// <remarks>
    /// Scrolling hides the box, and the browser tells the page of a scroll one frame later, which may be after the pointer
    /// has arrived; and a pointer that rests enters nothing. So it goes on moving, as a hand would.
    /// </remarks>
    private static void PointAt(ChromeDriver browser, IWebElement element, bool shown)
    {
        int step = 0;
        Wait(browser, () =>
        {
            new Actions(browser).MoveToElement(element, step++ % 2, 0).Perform();
            return browser.FindElement(By.Id("tip")).Displayed == shown;
        });
    }

    private static void Wait(ChromeDriver browser, Func<bool> condition) => new WebDriverWait(browser, s_limit).Until(_ => condition());

    private void AssertNone(string probe)
    {
        string faults = string.Join('\n', fixture.Evaluate<IEnumerable<object>>(probe));
        Assert.True(faults.Length == 0, faults);
    }

    private static void Choose(ChromeDriver browser, string list, string value) =>
        browser.FindElement(By.CssSelector($"#{list} > option[value='{value}']")).Click();

    // Asked of the page at once: element by element, a table takes a hundred requests.
    private double[] Values(int column) =>
    [
        .. fixture.Evaluate<IEnumerable<object>>(
                "return [...document.querySelectorAll(`#table tbody tr > "
                + ":nth-child(${arguments[0]})[data-value]`)].map(cell => cell.dataset.value)",
                column)
            .Select(value => double.Parse((string)value, CultureInfo.InvariantCulture)),
    ];

    private string[] Strategies() =>
    [
        .. fixture.Evaluate<IEnumerable<object>>("""
            return [...document.querySelectorAll('#table tbody tr')].filter(row => row.checkVisibility()).map(row => row.dataset.strategy);
            """).Cast<string>(),
    ];

    private bool IsDark()
    {
        string color = fixture.Evaluate<string>("return getComputedStyle(document.body).backgroundColor");
        int red = int.Parse(Regex.Match(color, @"\d+").Value, CultureInfo.InvariantCulture);
        return red < 128;
    }

    // The performance log holds DevTools events as JSON; only requests have an address.
    private static string? RequestedAddress(string entry)
    {
        using JsonDocument document = JsonDocument.Parse(entry);
        JsonElement message = document.RootElement.GetProperty("message");
        return message.GetProperty("method").GetString() == "Network.requestWillBeSent"
            ? message.GetProperty("params").GetProperty("request").GetProperty("url").GetString()
            : null;
    }
}
