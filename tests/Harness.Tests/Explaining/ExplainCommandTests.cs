using System.Diagnostics;
using FileTransfer.Harness.Explaining;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Results;
using FileTransfer.Results.Explaining;
using FileTransfer.Senders.Processes;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Tests.Explaining;

public sealed class ExplainCommandTests
{
    private static readonly TimeSpan s_limit = Hang.Limit;

    [Fact]
    public async Task Explain_StoredRun_SaysWhatItShowsByItself()
    {
        using var folder = new TemporaryFolder();
        string results = Path.Combine(folder.Path, ResultsFile.FileName);
        ResultsFile.Save(SampleRuns.Small(), results);

        (int exitCode, string output, string errors) = await HarnessProcess.RunWithAsync(
            new FakeMeasurer(), "explain", results, "--strategy", "send-file", "--size", "1K", "--output", folder.Path);

        Assert.True(exitCode == 0, errors);
        Explanation found = Found(folder);
        Assert.StartsWith(found.Answer[0], output, StringComparison.Ordinal);
        Assert.Equal(("send-file", 1024), (found.Case.Strategy, found.Case.SizeBytes));
        Assert.All(found.NotTried, one => Assert.Contains("--budget", one.Reason, StringComparison.Ordinal));
        Assert.True(File.Exists(Path.Combine(folder.Path, FolderOf(folder), ExplanationFile.HtmlName)));
    }

    [Theory]
    [InlineData("this run has no such case; it has ", "--strategy", "saea")]
    [InlineData("unknown size 'many'", "--size", "many")]
    public async Task Explain_StoredRunWithoutTheCase_ListsWhatItHas(string message, params string[] options)
    {
        using var folder = new TemporaryFolder();
        string results = Path.Combine(folder.Path, ResultsFile.FileName);
        ResultsFile.Save(SampleRuns.Small(), results);

        (int exitCode, string _, string errors) = await HarnessProcess.RunWithAsync(
            new FakeMeasurer(), ["explain", results, .. options, "--output", folder.Path]);

        Assert.Equal(2, exitCode);
        Assert.Contains(message, errors, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("unknown strategy 'send-fle'", "--strategy", "send-fle")]
    [InlineData("--budget: 'soon' is no duration", "--budget", "soon")]
    [InlineData("null sends nothing that could be slow", "--strategy", "null")]
    [InlineData("--buffer-offset: '5000' is not a number from 0 to 4095", "--buffer-offset", "5000")]
    [InlineData("are for a server that is started with the run", "--server", "http://127.0.0.1:1", "--socket-buffer", "4K")]
    public async Task Explain_BadUsage_SaysWhatToWrite(string message, params string[] options)
    {
        (int exitCode, string _, string errors) = await HarnessProcess.RunWithAsync(new FakeMeasurer(), ["explain", .. options]);

        Assert.Equal(2, exitCode);
        Assert.Contains(message, errors, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Neighbour_InputThatIsClosed_Ends()
    {
        using Process process = ChildProcess.Start(
            ThisProgram.File.StartWith(NeighbourProcess.Command), ChildProcess.NoRoomFor("the neighbour"));
        try
        {
            using var limit = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
            limit.CancelAfter(s_limit);
            await process.StandardInput.WriteLineAsync("begin".AsMemory(), limit.Token);
            await process.StandardInput.FlushAsync(limit.Token);
            Assert.Equal("done", await process.StandardOutput.ReadLineAsync(limit.Token));

            // As when whoever started it is gone, however it went.
            process.StandardInput.Close();

            await process.WaitForExitAsync(limit.Token);
            Assert.Equal(0, process.ExitCode);
        }
        finally
        {
            await ChildProcess.EndAsync(process);
        }
    }

    [ExhaustiveFact]
    public async Task Explain_HeaderApartWithNagle_NamesItFirst()
    {
        using var folder = new TemporaryFolder();

        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync(
            "explain", "--strategy", "send-file", "--size", "1K", "--no-delay", "off", "--budget", "3m", "--output", folder.Path);

        Assert.True(exitCode == 0, errors);
        FoundCause first = Found(folder).Causes[0];
        Assert.True(first is { Cause: CauseId.Nagle, Claim: Confirmation.Causal }, output);
    }

    [ExhaustiveFact]
    public async Task Explain_BudgetForNothing_SaysWhatItCouldNotTry()
    {
        using var folder = new TemporaryFolder();

        (int exitCode, string _, string errors) = await HarnessProcess.RunAsync(
            "explain", "--size", "1M", "--receiver-buffer", "4K", "--budget", "1s", "--output", folder.Path);

        Assert.True(exitCode == 0, errors);
        Assert.Contains(Found(folder).NotTried, one => one.Cause == CauseId.ReadSize);
    }

    private static Explanation Found(TemporaryFolder folder) =>
        ExplanationFile.Load(Path.Combine(folder.Path, FolderOf(folder), ExplanationFile.JsonName));

    private static string FolderOf(TemporaryFolder folder) =>
        Path.GetFileName(Directory.GetDirectories(folder.Path, "*-explain").Single());
}
