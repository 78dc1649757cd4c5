using System.Globalization;
using OpenQA.Selenium;
using OpenQA.Selenium.Chrome;
using OpenQA.Selenium.Interactions;

namespace FileTransfer.Harness.Tests.Browser;

/// <summary>Report pages in a browser: layout, contrast and charts at every width.</summary>
public sealed class ReportLayoutTests(BrowserFixture fixture) : BrowserTests(fixture)
{
    [Theory]
    [InlineData("light", 1400)]
    [InlineData("dark", 400)]
    [ExhaustiveInlineData("dark", 1400)]
    [ExhaustiveInlineData("light", 400)]
    public void Text_EitherColors_HasContrast(string colors, int width)
    {
        Fixture.Open("crowded.html", width);
        Fixture.UseMedia("screen", colors);

        AssertNone(LayoutProbe.FaintTexts);
    }

    [ExhaustiveTheory]
    [InlineData("typical.html", 400)]
    [InlineData("crowded.html", 400)]
    [ExhaustiveInlineData("crowded.html", 1400)]
    [ExhaustiveInlineData("typical.html", 1400)]
    [ExhaustiveInlineData("catalog.html", 400)]
    [ExhaustiveInlineData("catalog.html", 1400)]
    public void Layout_AnyWidth_NeitherScrollsSidewaysNorCoversLabels(string report, int width)
    {
        Fixture.Open(report, width);

        AssertNone(LayoutProbe.SidewaysScrolling);
        AssertNone(LayoutProbe.SidewaysCharts);
        AssertNone(LayoutProbe.BadLabels);
        AssertNone(LayoutProbe.SmallTexts);
    }

    [ExhaustiveTheory]
    [InlineData("typical.html", "light", 400)]
    [InlineData("crowded.html", "dark", 400)]
    [ExhaustiveInlineData("catalog.html", "dark", 400)]
    [ExhaustiveInlineData("catalog.html", "light", 1280)]
    public void Titles_OfCharts_AreSeenToTheLastLine(string report, string colors, int width)
    {
        Fixture.Open(report, width);
        Fixture.UseMedia("screen", colors);

        AssertNone(LayoutProbe.CoveredTitles);
    }

    /// <summary>On either side of the width at which pictures are laid out anew, where text is smallest.</summary>
    [ExhaustiveTheory]
    [InlineData(360)]
    [ExhaustiveInlineData(801)]
    [ExhaustiveInlineData(500)]
    [ExhaustiveInlineData(800)]
    [ExhaustiveInlineData(1280)]
    public void Charts_AnyWidth_AreReadableWithoutScrolling(int width)
    {
        Fixture.Open("catalog.html", width);

        AssertNone(LayoutProbe.SidewaysScrolling);
        AssertNone(LayoutProbe.SidewaysCharts);
        AssertNone(LayoutProbe.SmallTexts);
    }

    [ExhaustiveTheory]
    [InlineData("crowded.html")]
    [ExhaustiveInlineData("typical.html")]
    [ExhaustiveInlineData("catalog.html")]
    public void Edges_WideWindow_AreTheSameForAll(string report)
    {
        Fixture.Open(report, width: 1280);

        AssertNone(LayoutProbe.UnevenEdges);
    }

    [ExhaustiveTheory]
    [InlineData("typical.html", "light")]
    [ExhaustiveInlineData("typical.html", "dark")]
    [ExhaustiveInlineData("catalog.html", "light")]
    [ExhaustiveInlineData("catalog.html", "dark")]
    public void Timelines_EitherColors_StandOut(string report, string colors)
    {
        Fixture.Open(report, width: 1280);
        Fixture.UseMedia("screen", colors);

        AssertNone(LayoutProbe.FaintTimelines);
    }

    [ExhaustiveFact]
    public void Hover_GreyLine_ComesToTheFore()
    {
        ChromeDriver browser = Fixture.Open("catalog.html");
        IWebElement line = Fixture.Evaluate<IWebElement>("""
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

        IWebElement dot = Fixture.Evaluate<IWebElement>("return window.pointedAt");
        int step = 0;
        Wait(browser, () =>
        {
            new Actions(browser).MoveToElement(dot, step++ % 2, 0).Perform();
            return Fixture.Evaluate<bool>("return arguments[0].matches(':hover')", line) && browser.FindElement(By.Id("tip")).Displayed;
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
            object[] seen = [.. Fixture.Evaluate<IEnumerable<object>>("""
                const style = getComputedStyle(arguments[0].querySelector('.line'));
                const others = [...arguments[0].parentNode.querySelectorAll('.series')].filter(other => other !== arguments[0]);
                return [style.stroke, style.strokeWidth, `${Math.max(...others.map(other => getComputedStyle(other).opacity))}`];
                """, line)];
            return ((string)seen[0], Number(seen[1]), Number(seen[2]));
        }

        static double Number(object text) =>
            double.Parse(((string)text).Replace("px", "", StringComparison.Ordinal), CultureInfo.InvariantCulture);
    }

    [ExhaustiveTheory]
    [InlineData(1400)]
    [ExhaustiveInlineData(400)]
    public void Link_OfAChart_OpensItByItselfInFull(int width)
    {
        ChromeDriver browser = Fixture.Open("catalog.html", width);
        string page = browser.CurrentWindowHandle;
        int lines = browser.FindElements(By.CssSelector("#latency-by-size .wide .series")).Count;
        IWebElement link = browser.FindElement(By.CssSelector("#latency-by-size > .alone"));
        Fixture.Evaluate<bool>("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' }); return true", link);

        link.Click();
        try
        {
            Wait(browser, () => browser.WindowHandles.Count == 2);
            browser.SwitchTo().Window(browser.WindowHandles.Single(window => window != page));
            Wait(browser, () => Fixture.Evaluate<string>("return document.readyState") == "complete");

            Assert.Equal(
                "latency-by-size-svg",
                Fixture.Evaluate<string>("return document.documentElement.tagName === 'svg' ? document.documentElement.id : document.URL"));
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
}
