using System.Text.RegularExpressions;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Native;
using FileTransfer.Strategies;

namespace FileTransfer.Harness.Tests.Native;

/// <summary>What is made of the words of a program that may be the native reference.</summary>
public sealed partial class NativeProgramTests
{
    private const string First = "filetransfer-reference\t1\tgcc 12, with liburing\n";

    [Fact]
    public void Parse_Listing_DescribesItsWays()
    {
        var program = NativeProgram.Parse(
            "reference",
            First + "c-splice\tsplice\tsplice(2)\t\nc-io-uring\tio-uring\tio_uring\tbuilt without liburing\n");

        Assert.Equal("gcc 12, with liburing", program.Build);
        Assert.Equal(
            ["c-splice splice splice(2) ", "c-io-uring io-uring io_uring built without liburing"],
            program.Ways.Select(way => $"{way.Id} {way.Dimensions.Counterpart} {way.Mechanism} {way.Probe().Reason}"));
        Assert.All(program.Ways, way => Assert.True(way is { IsNative: true, Delivers: true, IsSynchronous: true, Transports: ["tcp"] }));
    }

    [Theory]
    [InlineData("", "'reference' is not the native reference, or one of another version; scripts/native-reference.sh builds it")]
    [InlineData("Hello, world!\n", "is not the native reference")]
    [InlineData("filetransfer-reference\t2\tgcc 12\nc-splice\tsplice\tsplice(2)\t\n", "or one of another version")]
    [InlineData(First, "is not the native reference")]
    [InlineData(First + "c-splice\tsplice\tsplice(2)\n", "describes a way as 'c-splice splice splice(2)'")]
    [InlineData(First + "splice\tsplice\tsplice(2)\t\n", "describes a way as 'splice splice splice(2) '")]
    [InlineData(First + "c-pigeon\tpigeon\tfeathers\t\n", "compares c-pigeon with 'pigeon', and there is no such strategy")]
    public void Parse_OfSomethingElse_SaysWhat(string text, string message)
    {
        InvalidDataException exception = Assert.Throws<InvalidDataException>(() => NativeProgram.Parse("reference", text));
        Assert.Contains(message, exception.Message, StringComparison.Ordinal);
    }

    /// <summary>Read from the source, so that a renamed strategy is noticed where there is no compiler.</summary>
    [Fact]
    public void Ways_InTheSource_EachHaveAnIdAndACounterpartOfTheCatalog()
    {
        string source = File.ReadAllText(Path.Combine(Golden.Root, "native", "reference.c"));
        (string Id, string Counterpart)[] ways =
            [.. Way().Matches(source).Select(match => (match.Groups["id"].Value, match.Groups["counterpart"].Value))];

        Assert.InRange(ways.Length, 10, int.MaxValue);
        Assert.Equal(ways.Length, ways.Select(way => way.Id).Distinct().Count());
        Assert.Equal(ways.Length, ways.Select(way => way.Counterpart).Distinct().Count());
        Assert.All(ways, way => Assert.True(
            StrategyCatalog.TryFind(way.Counterpart, out _),
            $"native/reference.c compares {way.Id} with '{way.Counterpart}', and there is no such strategy"));
        Assert.All(ways, way => Assert.Equal(IsKept(way.Counterpart), IsKept(way.Id)));

        static bool IsKept(string id) => id.EndsWith("-kept", StringComparison.Ordinal);
    }

    [Fact]
    public async Task Bench_ProgramThatIsNone_Exits2AndLeavesNothing()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "runs programs of Linux");
        using var folder = new TemporaryFolder();
        string text = folder.File("text", 10);
        string slow = NativeBuild.Executable(folder.File("refuses"), "exit 3");
        (string Path, string Message)[] cases =
        [
            (folder.File("none"), "there is no file '"),
            (folder.Path, "there is no file '"),
            (text, "cannot be run: "),
            ("/bin/true", "is not the native reference"),
            (slow, "ended with exit code 3, which the native reference does not"),
        ];
        foreach ((string path, string message) in cases)
        {
            string results = folder.File("results");
            var measurer = new FakeMeasurer();
            (int exitCode, string _, string errors) = await HarnessProcess.RunWithAsync(
                measurer, "bench", "--native", path, "--output", results);
            Assert.True(exitCode == ExitCode.Usage, errors);
            Assert.StartsWith("error: --native: ", errors, StringComparison.Ordinal);
            Assert.Contains(message, errors, StringComparison.Ordinal);
            Assert.Contains("scripts/native-reference.sh builds it", errors, StringComparison.Ordinal);
            Assert.DoesNotContain("   at ", errors, StringComparison.Ordinal);
            Assert.False(Directory.Exists(results));
            Assert.Null(measurer.Plan);
        }
    }

    [Fact]
    public async Task Bench_Native_MeasuresTheCounterpartsOfTheStrategiesAndRepeatsItself()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "runs programs of Linux");
        using var folder = new TemporaryFolder();
        string program = NativeBuild.Executable(
            folder.File("reference"),
            $"echo '{First}c-splice\tsplice\tsplice(2)\t\nc-send-file\tnative-send-file\tsendfile(2)\t'");

        Assert.Equal(["null", "native-send-file", "splice", "c-splice", "c-send-file"], await StrategiesAsync());
        Assert.Equal(["null", "send-file", "splice", "c-splice"], await StrategiesAsync("--strategies", "splice,send-file"));
        await RefusesAsync("these strategies; it has them for splice, native-send-file", "--strategies", "saea");
        await RefusesAsync("'c-splice' is not measured", "--baseline", "c-splice");
        await RefusesAsync("--native sends over tcp only", "--transport", "unix");
        await RefusesAsync("unknown strategy 'c-splice'", "--strategies", "c-splice");

        async Task<IEnumerable<string>> StrategiesAsync(params string[] options)
        {
            var measurer = new FakeMeasurer();
            (int exitCode, string output, string errors) = await HarnessProcess.RunWithAsync(
                measurer, ["bench", "--native", program, "--sizes", "1K", "--output", folder.Path, .. options]);
            Assert.True(exitCode == ExitCode.Success, errors);
            string[] own = [.. measurer.Plan!.Strategies.Where(strategy => !strategy.IsNative).Select(strategy => strategy.Id)];
            Assert.Contains($" --strategies {string.Join(',', own)} ", output, StringComparison.Ordinal);
            Assert.Contains($" --native '{program}'", output, StringComparison.Ordinal);
            return measurer.Plan.Strategies.Select(strategy => strategy.Id);
        }

        async Task RefusesAsync(string message, params string[] options)
        {
            (int exitCode, string _, string errors) = await HarnessProcess.RunWithAsync(
                new FakeMeasurer(), ["bench", "--native", program, "--output", folder.Path, .. options]);
            Assert.True(exitCode == ExitCode.Usage, errors);
            Assert.Contains(message, errors, StringComparison.Ordinal);
        }
    }

    [GeneratedRegex("""\.id = "(?<id>c-[a-z0-9-]+)", \.counterpart = "(?<counterpart>[a-z0-9-]+)",""")]
    private static partial Regex Way();
}
