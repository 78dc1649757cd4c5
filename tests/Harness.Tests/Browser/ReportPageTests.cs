using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using FileTransfer.Results;
using OpenQA.Selenium;
using OpenQA.Selenium.Chrome;
using OpenQA.Selenium.Interactions;

namespace FileTransfer.Harness.Tests.Browser;

/// <summary>Report pages in a browser: sorting, filtering, colours, downloads, printing.</summary>
public sealed class ReportPageTests(BrowserFixture fixture) : BrowserTests(fixture)
{
    [Theory]
    [InlineData("typical.html")]
    [InlineData("crowded.html")]
    [InlineData("catalog.html")]
    public void Open_FromDisk_SaysNothingOnTheConsoleAndAsksForNothing(string report)
    {
        ChromeDriver browser = Fixture.Open(report);

        Assert.Empty(Fixture.ReadLog(LogType.Browser));
        Assert.Equal(0L, Fixture.Evaluate<long>("return performance.getEntriesByType('resource').length"));
        string[] requests = [.. Fixture.ReadLog(LogType.Performance).Select(RequestedAddress).OfType<string>()];
        Assert.Equal([browser.Url], requests.Where(address => !address.StartsWith("data:", StringComparison.Ordinal)));
    }

    [Fact]
    public void Sort_HeaderPressed_OrdersRowsUpAndThenDownWithGapsLast()
    {
        ChromeDriver browser = Fixture.Open();
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
        ChromeDriver browser = Fixture.Open();

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
        ChromeDriver browser = Fixture.Open();
        IWebElement mark = browser.FindElements(By.CssSelector("#latency-by-size .wide .dot:has(> title)"))[^1];
        string title = Fixture.Evaluate<string>(
            "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' }); return arguments[0].querySelector('title').textContent",
            mark);

        Assert.False(browser.FindElement(By.Id("tip")).Displayed);
        PointAt(browser, mark, shown: true);
        Assert.Equal(title, browser.FindElement(By.Id("tip")).GetDomProperty("textContent"));

        PointAt(browser, browser.FindElement(By.TagName("h1")), shown: false);
        Assert.Equal(title, Fixture.Evaluate<string>("return arguments[0].querySelector('title').textContent", mark));
    }

    [Fact]
    public void Colors_PreferenceAndButton_GiveDarkAndLight()
    {
        ChromeDriver browser = Fixture.Open();
        bool light = IsDark();
        Fixture.UseMedia("screen", "dark");
        bool dark = IsDark();
        browser.FindElement(By.Id("theme")).Click();
        bool lightAgain = IsDark();
        Fixture.UseMedia("screen", "light");
        browser.FindElement(By.Id("theme")).Click();

        Assert.Equal((false, true, false, true), (light, dark, lightAgain, IsDark()));
    }

    [Fact]
    public void Open_WithoutScripts_ReadsAndChooses()
    {
        ChromeDriver browser = Fixture.Open(scripts: false);

        Assert.Contains("Use send-file; at 1K, read-write-1k.", browser.FindElement(By.Id("verdicts")).Text, StringComparison.Ordinal);
        Assert.Contains(
            "failed: the receiver confirmed 1,000 of 10,240 bytes </script>",
            browser.FindElement(By.Id("table")).Text,
            StringComparison.Ordinal);
        Assert.False(browser.FindElement(By.Id("theme")).Displayed);
        Assert.Empty(browser.FindElements(By.CssSelector("thead button")));
        Assert.All(Some.Of(browser.FindElements(By.CssSelector("section > figure .wide svg"))), picture => Assert.True(picture.Displayed));
        Assert.Equal(1400L, Fixture.Evaluate<long>("return innerWidth"));

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
        ChromeDriver browser = Fixture.Open();
        Fixture.UseMedia("print", "light");
        Assert.All(Some.Of(browser.FindElements(By.CssSelector("figure > .wide"))), picture => Assert.True(picture.Displayed));
        Assert.All(Some.Of(browser.FindElements(By.CssSelector("figure > .narrow"))), picture => Assert.False(picture.Displayed));
        Assert.All(
            Some.Of(browser.FindElements(By.CssSelector("button:not(thead button), nav, .filters, .series label"))),
            control => Assert.False(control.Displayed));
        Assert.All(Some.Of(browser.FindElements(By.CssSelector("#table thead th"))), header => Assert.NotEmpty(header.Text));

        byte[] paper = Convert.FromBase64String((string)Fixture.Command("Page.printToPDF", ("printBackground", true))["data"]);
        string text = Encoding.Latin1.GetString(paper);
        Assert.StartsWith("%PDF-", text, StringComparison.Ordinal);
        Assert.True(Regex.Count(text, @"/Type\s*/Page\b") > 1);
    }

    [Theory]
    [InlineData("plain", "2024-05-06-socket-results.json")]
    [InlineData("data", "2024-05-06-socket-results.json.gz")]
    public void Download_Samples_IsTheRun(string link, string file)
    {
        ChromeDriver browser = Fixture.Open();
        Fixture.Command("Browser.setDownloadBehavior", ("behavior", "allow"), ("downloadPath", Fixture.Downloads));

        browser.FindElement(By.Id(link)).Click();
        string path = Path.Combine(Fixture.Downloads, file);
        Wait(browser, () => File.Exists(path));

        Assert.Equal(ResultsFile.ToBytes(BrowserRuns.Typical()), ResultsFile.ToBytes(ResultsFile.Load(path)));
    }

    [Fact]
    public void Copy_Pressed_SelectsTheCommandAndSaysSo()
    {
        ChromeDriver browser = Fixture.Open();

        browser.FindElement(By.Id("copy")).Click();
        Wait(browser, () => browser.FindElement(By.Id("copy")).Text == "Copied");

        Assert.Equal(BrowserRuns.Typical().Run.Command, Fixture.Evaluate<string>("return getSelection().toString()"));
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

    private static void Choose(ChromeDriver browser, string list, string value) =>
        browser.FindElement(By.CssSelector($"#{list} > option[value='{value}']")).Click();

    // Asked of the page at once: element by element, a table takes a hundred requests.
    private double[] Values(int column) =>
    [
        .. Fixture.Evaluate<IEnumerable<object>>(
                "return [...document.querySelectorAll(`#table tbody tr > "
                + ":nth-child(${arguments[0]})[data-value]`)].map(cell => cell.dataset.value)",
                column)
            .Select(value => double.Parse((string)value, CultureInfo.InvariantCulture)),
    ];

    private string[] Strategies() =>
    [
        .. Fixture.Evaluate<IEnumerable<object>>("""
            return [...document.querySelectorAll('#table tbody tr')].filter(row => row.checkVisibility()).map(row => row.dataset.strategy);
            """).Cast<string>(),
    ];

    private bool IsDark()
    {
        string color = Fixture.Evaluate<string>("return getComputedStyle(document.body).backgroundColor");
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
