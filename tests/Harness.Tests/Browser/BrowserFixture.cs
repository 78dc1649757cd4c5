using System.Text;
using FileTransfer.Results;
using FileTransfer.Results.Reports;
using OpenQA.Selenium;
using OpenQA.Selenium.Chrome;

namespace FileTransfer.Harness.Tests.Browser;

/// <summary>One browser for all tests of a class, and reports on disk for it to open.</summary>
public sealed class BrowserFixture : IDisposable
{
    private const string Chromium = "/usr/bin/chromium";
    private const string DriverFolder = "/usr/bin";
    private const string DriverName = "chromedriver";

    private static readonly TimeSpan s_limit = Hang.Limit;

    private readonly string _folder = Directory.CreateTempSubdirectory("filetransfer-browser-").FullName;
    private readonly ChromeDriver? _driver;

    public BrowserFixture()
    {
        Save("typical.html", BrowserRuns.Typical());
        Save("crowded.html", BrowserRuns.Crowded());
        Save("catalog.html", CatalogRuns.Whole(launches: 10, samples: 40));
        if (IsInstalled)
        {
            _driver = Start();
            _driver.Manage().Timeouts().PageLoad = s_limit;
            _driver.Manage().Timeouts().AsynchronousJavaScript = s_limit;
        }
    }

    /// <summary>Where downloads go.</summary>
    public string Downloads => Directory.CreateDirectory(Path.Combine(_folder, "downloads")).FullName;

    private static bool IsInstalled => File.Exists(Chromium) && File.Exists(Path.Combine(DriverFolder, DriverName));

    /// <summary>The browser with a report open in it, as a fresh one would show it; skips the test when there is no browser.</summary>
    public ChromeDriver Open(string report = "typical.html", int width = 1400, bool scripts = true)
    {
        Assert.SkipWhen(_driver is null, "needs chromium and chromium-driver");
        Command("Emulation.setDeviceMetricsOverride", ("width", width), ("height", 900), ("deviceScaleFactor", 1), ("mobile", false));
        Command("Emulation.setScriptExecutionDisabled", ("value", !scripts));
        UseMedia("screen", "light");
        // From another page, because the browser would otherwise keep the state of the form.
        _driver.Url = "about:blank";
        ReadLog(LogType.Browser);
        ReadLog(LogType.Performance);
        _driver.Url = new Uri(Path.Combine(_folder, report)).AbsoluteUri;
        return _driver;
    }

    /// <summary>Shows the page as on this medium, and with this preference of colours.</summary>
    public void UseMedia(string medium, string colors) => Command(
        "Emulation.setEmulatedMedia",
        ("media", medium),
        ("features", new[] { new Dictionary<string, object> { ["name"] = "prefers-color-scheme", ["value"] = colors } }));

    /// <summary>Sends a command of the DevTools protocol.</summary>
    public Dictionary<string, object> Command(string name, params (string Name, object Value)[] parameters) =>
        (_driver!.ExecuteCdpCommand(name, parameters.ToDictionary(parameter => parameter.Name, parameter => (object?)parameter.Value))
            as Dictionary<string, object>) ?? [];

    /// <summary>What a script returns, run in the page.</summary>
    public T Evaluate<T>(string script, params object[] arguments) => Assert.IsAssignableFrom<T>(_driver!.ExecuteScript(script, arguments));

    /// <summary>What a log says since it was last read.</summary>
    public IReadOnlyList<string> ReadLog(string type) => [.. _driver!.Manage().Logs.GetLog(type).Select(entry => entry.Message)];

    public void Dispose()
    {
        _driver?.Quit();
        _driver?.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private static void AddArguments(ChromeOptions options, string profile) => options.AddArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        $"--user-data-dir={profile}");

    private ChromeDriver Start()
    {
        // The certificate of a server under test is its own.
        ChromeOptions options = new() { BinaryLocation = Chromium, AcceptInsecureCertificates = true };
        AddArguments(options, Path.Combine(_folder, "profile"));
        options.SetLoggingPreference(LogType.Browser, LogLevel.All);
        options.SetLoggingPreference(LogType.Performance, LogLevel.All);

        // Named in full, so that Selenium does not go looking for a driver to download.
        ChromeDriverService service = ChromeDriverService.CreateDefaultService(DriverFolder, DriverName);
        service.SuppressInitialDiagnosticInformation = true;
        return new ChromeDriver(service, options, s_limit);
    }

    private void Save(string name, RunResult run)
    {
        using StreamWriter writer = new(
            Path.Combine(_folder, name),
            append: false,
            new UTF8Encoding(encoderShouldEmitUTF8Identifier: false));
        new HtmlReport().Write(run, writer);
    }
}
