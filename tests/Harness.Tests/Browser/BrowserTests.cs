using OpenQA.Selenium.Chrome;
using OpenQA.Selenium.Support.UI;

namespace FileTransfer.Harness.Tests.Browser;

/// <summary>Base class of the tests that look at reports in a browser.</summary>
[Collection(nameof(BrowserFixture))]
public abstract class BrowserTests(BrowserFixture fixture)
{
    private static readonly TimeSpan s_limit = Hang.Limit;

    protected BrowserFixture Fixture => fixture;

    protected static void Wait(ChromeDriver browser, Func<bool> condition) => new WebDriverWait(browser, s_limit).Until(_ => condition());

    protected void AssertNone(string probe)
    {
        string faults = string.Join('\n', fixture.Evaluate<IEnumerable<object>>(probe));
        Assert.True(faults.Length == 0, faults);
    }
}

/// <summary>One browser for all of them, one class after the other.</summary>
[CollectionDefinition(nameof(BrowserFixture))]
public sealed class BrowserCollection : ICollectionFixture<BrowserFixture>;
