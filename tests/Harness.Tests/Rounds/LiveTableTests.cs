using FileTransfer.Harness.Rounds;
using FileTransfer.Harness.Scenarios;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Units;
using Spectre.Console;

namespace FileTransfer.Harness.Tests.Rounds;

/// <summary>What is drawn on a terminal while a run measures.</summary>
public sealed class LiveTableTests
{
    [Fact]
    public async Task Show_WhatWasMeasured_IsInItsCellAndGoneAtTheEnd()
    {
        using var output = new StringWriter();
        RunPlan plan = Plan();
        LiveTable table = LiveTable.For(plan, Terminal(output, width: 120))!;
        PlannedCase[] cases = [.. plan.Available];
        string drawn = "";
        await table.ShowAsync(() =>
        {
            table.Say("waiting for the build");
            table.Measured(cases[0], SampleRuns.Measured(cases[0].Strategy.Id, 1024, SampleRuns.Steps(20_000, 10)));
            table.Measured(cases[1], SampleRuns.Measured(cases[1].Strategy.Id, 1024, SampleRuns.Steps(90_000, 10)), end: "left");
            table.Note("round 1: 9.0 s");
            drawn = output.ToString();
            return Task.CompletedTask;
        });

        Assert.All(
            (string[])["waiting for the build", "1K same", "1K split", "20.2 µs", "90.9 µs left", "round 1: 9.0 s", "send-file"],
            text => Assert.Contains(text, drawn, StringComparison.Ordinal));
        // What follows is written where the table was: it is cleared line by line.
        Assert.Contains("\u001b[2K", output.ToString()[drawn.Length..], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Show_MeasuringFails_ThrowsAndLeavesTheTerminalUsable()
    {
        using var output = new StringWriter();
        LiveTable table = LiveTable.For(Plan(), Terminal(output, width: 120))!;

        await Assert.ThrowsAsync<IOException>(() => table.ShowAsync(() => Task.FromException(new IOException("no room"))));
        table.Note("nobody sees this");
    }

    /// <summary>Lines are written instead.</summary>
    [Theory]
    [InlineData(40, true, true)]
    [InlineData(120, false, true)]
    [InlineData(120, true, false)]
    public void For_NarrowOrPlainTerminal_IsNone(int width, bool hasAnsi, bool hasColors)
    {
        using var output = new StringWriter();

        Assert.Null(LiveTable.For(Plan(), Terminal(output, width, hasAnsi, hasColors)));
    }

    private static IAnsiConsole Terminal(StringWriter output, int width, bool hasAnsi = true, bool hasColors = true)
    {
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = hasAnsi ? AnsiSupport.Yes : AnsiSupport.No,
            ColorSystem = hasColors ? ColorSystemSupport.Standard : ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.Yes,
            Out = new AnsiConsoleOutput(output),
        });
        (console.Profile.Width, console.Profile.Height) = (width, 40);
        return console;
    }

    private static RunPlan Plan() => new()
    {
        Scenario = ScenarioCatalog.Default,
        Profile = Senders.Launching.Profile.Quick,
        Strategies = [StrategyCatalog.Find("send-file"), StrategyCatalog.Find("begin-send")],
        Baseline = "send-file",
        Payloads = [PayloadStore.Get(new ByteSize(1024), PayloadContent.Random)],
        Transports = ["tcp"],
        Sender = new SenderOptions { Transport = "tcp", NoDelay = true, Affinity = CpuAffinity.None },
        Placements = [new(CpuAffinity.Same, 0, 0), new(CpuAffinity.Split, 0, 1)],
        Folder = "",
        OrderSeed = 1,
        Rounds = 8,
    };
}
