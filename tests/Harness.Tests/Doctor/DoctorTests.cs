using System.Text.Json;
using FileTransfer.Harness.Commands;
using FileTransfer.Harness.Doctor;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Tests.Doctor;

public sealed class DoctorTests
{
    [Theory]
    [InlineData("Fine Note Unknown", ExitCode.Success, "is fit")]
    [InlineData("Fine Limit", ExitCode.Failed, "with the limit")]
    [InlineData("Limit Limit", ExitCode.Failed, "with the 2 limits")]
    [InlineData("Limit Unfit", ExitCode.Inconclusive, "is unfit")]
    public void ExitCode_IsThatOfTheWorstFinding(string severities, int exitCode, string verdict)
    {
        Diagnosis[] found = [.. severities.Split(' ').Select((severity, i) => One($"check{i}", Enum.Parse<Severity>(severity)))];

        Assert.Equal(exitCode, DoctorCommand.ExitCodeOf(found));
        Assert.Contains(verdict, DoctorText.Verdict(found), StringComparison.Ordinal);
    }

    [Fact]
    public void Changes_WhatBecameWorse_IsNamedOnce()
    {
        var examinations = new Examinations(
            [One("steal", Severity.Fine), One("smt", Severity.Limit)],
            [One("steal", Severity.Unfit), One("smt", Severity.Limit)]);

        Assert.Equal(["steal is unfit: 3 µs [mend it]"], DoctorText.Changes(examinations));
    }

    [Fact]
    public async Task Doctor_ThisMachine_SaysSomethingAboutEveryCheck()
    {
        (int exitCode, string output, _) = await HarnessProcess.RunAsync("doctor", "--json");

        Diagnosis[] found = JsonSerializer.Deserialize<Diagnosis[]>(output, s_options)!;
        Assert.Equal(CheckCatalog.All.Select(check => check.Name), found.Select(one => one.Check));
        Assert.All(found, one => Assert.NotEmpty(one.Text));
        Assert.Equal(DoctorCommand.ExitCodeOf(found), exitCode);
    }

    [Fact]
    public async Task Doctor_ThisMachine_EndsWithAVerdict()
    {
        (_, string output, _) = await HarnessProcess.RunAsync("doctor", "--file", typeof(DoctorTests).Assembly.Location);

        Assert.Contains("processor\n", output, StringComparison.Ordinal);
        Assert.StartsWith("This machine is ", output.TrimEnd().Split('\n')[^1], StringComparison.Ordinal);
    }

    [Fact]
    public void Page_NamesEveryCheck()
    {
        string page = File.ReadAllText(Path.Combine(Golden.Root, "docs", "command-line.md"));

        Assert.All(CheckCatalog.All, check => Assert.Contains($"`{check.Name}`", page, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("--file", "/no/such/file", "there is no file '/no/such/file'")]
    [InlineData("--server", "nowhere", "'nowhere' is no control address")]
    [InlineData("--server", "http://127.0.0.1:1", "127.0.0.1:1")]
    public async Task Doctor_BadInput_IsUsage(string option, string value, string message)
    {
        (int exitCode, _, string errors) = await HarnessProcess.RunHereAsync("doctor", option, value);

        Assert.Equal(ExitCode.Usage, exitCode);
        Assert.Contains(message, errors, StringComparison.Ordinal);
    }

    private static readonly JsonSerializerOptions s_options = new(JsonSerializerDefaults.Web) { Converters = { new SeverityConverter() } };

    private static Diagnosis One(string check, Severity severity) => new()
    {
        Group = "any",
        Check = check,
        Severity = severity,
        Text = $"{check} is {severity.ToString().ToLowerInvariant()}",
        Cost = "3 µs",
        Remedy = "mend it",
    };
}
