using System.Diagnostics;
using FileTransfer.Harness.Tests.Releases;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Tests.Elsewhere;

/// <summary>The program for win-x64, run by wine64(1) with a drive C: of its own.</summary>
public sealed class WineProgram : IDisposable
{
    private const string Wine = "/usr/lib/wine/wine64";
    private const string Server = "/usr/lib/wine/wineserver64";

    private static readonly TimeSpan s_limit = Hang.Limit;

    private readonly TemporaryFolder _folder = new();
    private string? _program;

    /// <summary>Its drive C: as Linux sees it.</summary>
    public string DriveC => Path.Combine(Prefix, "drive_c");

    private string Prefix => _folder.File("wine");

    /// <summary>A path of Linux as Windows sees it.</summary>
    public static string OnZ(string path) => $"Z:{path.Replace('/', '\\')}";

    /// <summary>The command to start it; skips the test where there is no wine.</summary>
    internal async Task<ProcessStartInfo> StartOfAsync(Release release, params string[] arguments)
    {
        Assert.SkipUnless(File.Exists(Wine), "needs wine64 of Debian");
        _program ??= await release.UnpackAsync("win-x64", _folder.File("with a space"));
        var start = new ProcessStartInfo(Wine, [Path.Combine(_program, "filetransfer.exe"), .. arguments])
        {
            WorkingDirectory = _folder.Path,
        };
        start.Environment["WINEPREFIX"] = Prefix;
        start.Environment["WINEDEBUG"] = "-all";
        start.Environment["DISPLAY"] = "";
        // What wine lacks: with the mappings for it, its runtime breaks when it lets go of compiled code.
        start.Environment["DOTNET_EnableWriteXorExecute"] = "0";
        return start;
    }

    /// <summary>Runs a command to its end.</summary>
    internal async Task<ProcessEnd> RunAsync(Release release, params string[] arguments) => await ChildProcess.RunAsync(
        await StartOfAsync(release, arguments), exception => exception, s_limit, TestContext.Current.CancellationToken, input: "");

    /// <inheritdoc/>
    public void Dispose()
    {
        if (Directory.Exists(DriveC))
        {
            // Ends what wine has started for this drive, and nothing else.
            var end = new ProcessStartInfo(Server, ["-k", "-w"]);
            end.Environment["WINEPREFIX"] = Prefix;
            using Process server = Process.Start(end)!;
            server.WaitForExit(s_limit);
        }

        _folder.Dispose();
    }
}
