using System.Reflection.Emit;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies;

namespace FileTransfer.Harness.Tests.StrategyAssemblies;

/// <summary>Bad input for <c>--strategies-from</c>: one line that says what to do, and exit code 2.</summary>
public sealed class StrategiesFromUsageTests
{
    [Theory]
    [InlineData("list")]
    [InlineData("bench")]
    [InlineData("send")]
    [InlineData("list", "--trace", "send-file")]
    public Task NoSuchFile_OfEachCommand_SaysSo(params string[] command) =>
        AssertRefusedAsync("there is no file '/no/such.dll'; give the assembly that a build made", "/no/such.dll", command);

    [Fact]
    public async Task Folder_IsNoAssembly()
    {
        using var folder = new TemporaryFolder();
        await AssertRefusedAsync("cannot be read", folder.Path);
    }

    [Theory]
    [InlineData("")]
    [InlineData("MZ, and nothing behind it")]
    public async Task OtherFile_IsNoAssembly(string content)
    {
        using var folder = new TemporaryFolder();
        string path = folder.File("other.dll");
        await File.WriteAllTextAsync(path, content, TestContext.Current.CancellationToken);
        await AssertRefusedAsync($"{path} is no .NET assembly; give the one that a build made", path);
    }

    [Fact]
    public Task AssemblyThatDoesNotUseOurs_HasNoStrategies() => AssertRefusedAsync(
        "has no strategies: it does not use FileTransfer.Strategies. Looked for public static properties",
        OwnAssembly.FindBuilt("FileTransfer.FileSender"));

    [Fact]
    public Task AssemblyWithoutStrategies_SaysWhatIsLookedFor() => AssertRefusedAsync(
        "it has no strategies. Looked for public static properties and fields of type StrategyDescriptor, or "
        + "IEnumerable<StrategyDescriptor>, of its public classes",
        OwnAssembly.FindBuilt("FileTransfer.Results"));

    [Theory]
    [InlineData(".NETCoreApp,Version=v99.0", "was built for .NET 99.0, and this is .NET 10.")]
    [InlineData(".NETFramework,Version=v4.8", "was built for .NET Framework 4.8, and this is .NET 10.")]
    [InlineData(".NETCoreApp,Version=v10.0", "Emitted.Own.Descriptor is null")]
    [InlineData(".NETCoreApp,Version=v8.0", "Emitted.Own.Descriptor is null")]
    public async Task AnotherRuntime_IsNamed_AndThisOneAndOlderAreTaken(string framework, string message)
    {
        using var folder = new TemporaryFolder();
        await AssertRefusedAsync(message, OwnAssembly.Write(folder.File("Emitted.dll"), framework));
    }

    [Fact]
    public async Task IdOfOurs_IsRefused()
    {
        using var folder = new TemporaryFolder();
        string path = OwnAssembly.Write(folder.File("Emitted.dll"), getter: body =>
        {
            body.Emit(OpCodes.Ldstr, "send-file");
            body.Emit(OpCodes.Call, typeof(StrategyCatalog).GetMethod(nameof(StrategyCatalog.Find))!);
            body.Emit(OpCodes.Ret);
        });
        await AssertRefusedAsync("Emitted.Own.Descriptor: the id 'send-file' is one of ours; choose another", path);
    }

    [Fact]
    public async Task PropertyThatThrows_IsNamedWithWhatItThrew()
    {
        using var folder = new TemporaryFolder();
        string path = OwnAssembly.Write(folder.File("Emitted.dll"), getter: body =>
        {
            body.Emit(OpCodes.Ldstr, "two\nlines");
            body.Emit(OpCodes.Newobj, typeof(FormatException).GetConstructor([typeof(string)])!);
            body.Emit(OpCodes.Throw);
        });
        await AssertRefusedAsync("Emitted.Own.Descriptor threw FormatException: two lines", path);
    }

    [Fact]
    public async Task UnknownId_SuggestsOneOfTheAssembly()
    {
        (int exitCode, string _, string errors) = await HarnessProcess.RunWithAsync(
            new FakeMeasurer(), "bench", "--strategies-from", OwnAssembly.Path, "--strategies", "my-lop");
        Assert.Equal(ExitCode.Usage, exitCode);
        Assert.Equal(
            $"error: unknown strategy 'my-lop'; did you mean my-loop? 'list' shows all {StrategyCatalog.All.Count + 9}\n",
            errors.ReplaceLineEndings("\n"));
    }

    [Theory]
    [InlineData("null", "--trace: null transfers nothing")]
    [InlineData("pigeon", "unknown strategy 'pigeon'")]
    public async Task Trace_OfNothing_IsRefused(string id, string message)
    {
        (int exitCode, string _, string errors) = await HarnessProcess.RunWithAsync(new FakeMeasurer(), "list", "--trace", id);
        Assert.Equal(ExitCode.Usage, exitCode);
        Assert.StartsWith($"error: {message}", errors, StringComparison.Ordinal);
    }

    private static async Task AssertRefusedAsync(string message, string path, params string[] command)
    {
        (int exitCode, string _, string errors) = await HarnessProcess.RunWithAsync(
            new FakeMeasurer(), [.. command is [] ? ["list"] : command, "--strategies-from", path]);
        Assert.Equal(ExitCode.Usage, exitCode);
        string line = Assert.Single(errors.Split('\n', StringSplitOptions.RemoveEmptyEntries));
        Assert.StartsWith("error: --strategies-from: ", line, StringComparison.Ordinal);
        Assert.Contains(message, line, StringComparison.Ordinal);
    }
}
