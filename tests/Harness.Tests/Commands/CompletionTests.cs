using System.Diagnostics;

namespace FileTransfer.Harness.Tests.Commands;

public sealed class CompletionTests
{
    [Theory]
    [InlineData("filetransfer se", "send\nserve\n", null)]
    [InlineData("filetransfer bench --transport htt", "http\n", "tcp\n")]
    [InlineData("filetransfer bench --strategies splice", "splice-kept\n", "send-file\n")]
    [InlineData("filetransfer send --strategy mapped", "mapped-kept\n", "send-file\n")]
    [InlineData("filetransfer bench --profile ", "full\n", null)]
    [InlineData("filetransfer bench --scenario t", "tls\n", "rpc\n")]
    [InlineData("filetransfer completion ", "bash\n", null)]
    public async Task Suggest_PartOfALine_CompletesIt(string line, string suggested, string? other)
    {
        (int exitCode, string output, string _) = await HarnessProcess.RunHereAsync($"[suggest:{line.Length}]", line);
        output = $"\n{output.ReplaceLineEndings("\n")}";
        Assert.Equal(0, exitCode);
        Assert.Contains($"\n{suggested}", output, StringComparison.Ordinal);
        Assert.True(other is null || !output.Contains($"\n{other}", StringComparison.Ordinal), output);
    }

    [Theory]
    [InlineData("bash", "complete -F _filetransfer filetransfer")]
    [InlineData("zsh", "compdef _filetransfer filetransfer")]
    [InlineData("powershell", "Register-ArgumentCompleter -Native -CommandName filetransfer")]
    public async Task Completion_OfEachShell_RegistersTheProgram(string shell, string registration)
    {
        (int exitCode, string output, string _) = await HarnessProcess.RunWithAsync(new FakeMeasurer(), "completion", shell);
        Assert.Equal(0, exitCode);
        Assert.Contains(registration, output, StringComparison.Ordinal);
    }

    /// <summary>A shell with a stand-in for the program: the line and the place go to it, and what it says is offered.</summary>
    [Fact]
    public async Task Completion_InBash_OffersWhatTheProgramSuggests()
    {
        Assert.SkipUnless(File.Exists("/bin/bash"), "needs bash");
        (_, string script, string _) = await HarnessProcess.RunWithAsync(new FakeMeasurer(), "completion", "bash");
        string program = $$"""
            {{script}}
            filetransfer() { echo "$1|$2" >&3; printf 'send\nserve\nbench\n'; }
            exec 3>&1
            COMP_LINE='filetransfer se' COMP_POINT=15 COMP_WORDS=(filetransfer se) COMP_CWORD=1
            _filetransfer 3>&1
            printf '%s\n' "${COMPREPLY[@]}"
            """;
        var start = new ProcessStartInfo("/bin/bash", ["-c", program]) { RedirectStandardOutput = true };
        using Process bash = Process.Start(start)!;
        string output = await bash.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await bash.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Equal("[suggest:15]|filetransfer se\nsend\nserve\n", output);
    }

    [Fact]
    public async Task Completion_OtherShell_IsRefused()
    {
        (int exitCode, string _, string errors) = await HarnessProcess.RunWithAsync(new FakeMeasurer(), "completion", "bashh");
        Assert.Equal(2, exitCode);
        Assert.Contains("unknown shell 'bashh'; did you mean bash? valid ones: bash, zsh, powershell", errors, StringComparison.Ordinal);
    }
}
