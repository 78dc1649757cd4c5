using System.Globalization;
using FileTransfer.Server.Tests.Processes;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Server.Tests;

/// <summary>Pinning is for good, so it is done to another process.</summary>
public sealed class ProcessorPinTests
{
    private const string Taskset = "/usr/bin/taskset";

    [Theory]
    [InlineData(0)]
    [ExhaustiveInlineData(1)]
    public async Task Pin_ToAProcessor_HoldsForEveryThread(int cpu)
    {
        SkipUnlessThereIs(cpu);
        await using RunningServer server = await RunningServer.StartAsync("--cpu", Text(cpu));
        await AssertPinnedAsync(server, cpu);
        Assert.Equal(cpu, (await server.GetJsonAsync("/environment")).GetProperty("cpu").GetInt32());
    }

    [Fact]
    public async Task Pin_ToTheOnlyProcessorAllowed_Works()
    {
        SkipUnlessThereIs(1);
        Assert.SkipUnless(File.Exists(Taskset), $"{Taskset} is missing");
        await using RunningServer server = await RunningServer.StartUnderAsync(Taskset, ["-c", "1"], "--cpu", "1");
        await AssertPinnedAsync(server, 1);
    }

    [Theory]
    [InlineData("-1")]
    [ExhaustiveInlineData("1023")]
    [ExhaustiveInlineData("1024")]
    [ExhaustiveInlineData("2147483647")]
    [InlineData("two")]
    public async Task Pin_ToAProcessorThatIsNone_ExitCodeTwoAndTheList(string cpu)
    {
        (int exitCode, string output, string errors) = await ServerCommand.RunToEndAsync("--cpu", cpu);
        string allowed = ProcessorList.Text(ProcessorMask.Allowed());
        Assert.Equal($"server: --cpu: '{cpu}' is no processor that this process may use; it may use {allowed}", errors.Trim());
        Assert.Equal("", output);
        Assert.Equal(2, exitCode);
    }

    [Fact]
    public async Task Pin_ToAProcessorOutsideOfTheMask_ExitCodeTwoAndTheList()
    {
        SkipUnlessThereIs(1);
        Assert.SkipUnless(File.Exists(Taskset), $"{Taskset} is missing");
        (int exitCode, string _, string errors) = await ServerCommand.RunToEndUnderAsync(Taskset, ["-c", "1"], "--cpu", "0");
        Assert.Equal("server: --cpu: '0' is no processor that this process may use; it may use 1", errors.Trim());
        Assert.Equal(2, exitCode);
    }

    private static async Task AssertPinnedAsync(RunningServer server, int cpu)
    {
        // Threads that are started later inherit it.
        using WireClient client = await server.ConnectAsync();
        await client.ExchangeAsync(Content.Of(1000));
        string[] allowed = [.. Directory.EnumerateDirectories($"/proc/{server.Id}/task").Select(AllowedProcessors).OfType<string>()];
        Assert.InRange(allowed.Length, 5, int.MaxValue);
        Assert.All(allowed, list => Assert.Equal(Text(cpu), list));
    }

    private static string? AllowedProcessors(string task)
    {
        const string Field = "Cpus_allowed_list:";
        try
        {
            return File.ReadLines(Path.Combine(task, "status"))
                .First(line => line.StartsWith(Field, StringComparison.Ordinal))[Field.Length..]
                .Trim();
        }
        catch (IOException)
        {
            // The runtime has ended it since it was listed.
            return null;
        }
    }

    private static void SkipUnlessThereIs(int cpu)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "threads are listed in /proc, which needs Linux");
        Assert.SkipUnless(
            Directory.Exists($"/sys/devices/system/cpu/cpu{cpu}") && Environment.ProcessorCount > cpu,
            $"there is no processor {cpu} here");
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
