using FileTransfer.Results.Errors;
using FileTransfer.Senders.Native;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Tests.Native;

/// <summary>scripts/native-reference.sh where something is missing.</summary>
public sealed class NativeScriptTests(NativeBuild build) : IClassFixture<NativeBuild>
{
    [Fact]
    public async Task Build_WithoutACompiler_SaysWhatToInstallAndExits2()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the script needs bash");
        using var folder = new TemporaryFolder();

        (int exitCode, string errors) = await NativeBuild.RunAsync(folder.Path, "no-such-compiler");

        Assert.Equal(ExitCode.Usage, exitCode);
        Assert.StartsWith("error: there is no 'no-such-compiler' here; install gcc and the headers of", errors, StringComparison.Ordinal);
        Assert.False(File.Exists(NativeBuild.In(folder.Path)));
    }

    [Fact]
    public async Task Build_WithoutLiburing_SaysSoAndLeavesIoUringOut()
    {
        _ = build.Program;
        using var folder = new TemporaryFolder();
        string compiler = NativeBuild.Executable(folder.File("compiler"), """
            case " $* " in *" -luring "*) echo "cannot find -luring" >&2; exit 1;; esac
            exec "${REAL_CC:-gcc}" "$@"
            """);

        (int exitCode, string errors) = await NativeBuild.RunAsync(folder.Path, compiler);

        Assert.True(exitCode == ExitCode.Success, errors);
        Assert.StartsWith("liburing is not here: building without io_uring", errors, StringComparison.Ordinal);
        var program = NativeProgram.Load(NativeBuild.In(folder.Path));
        StrategyDescriptor way = Assert.Single(program.Ways, way => way.Id == "c-io-uring");
        Assert.Equal("built without liburing: install its headers, and build again", way.Probe().Reason);
        Assert.EndsWith("without liburing", program.Build, StringComparison.Ordinal);
    }
}
