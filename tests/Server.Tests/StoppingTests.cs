using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests;

/// <summary>The ways in which a server is told to stop.</summary>
public sealed class StoppingTests
{
    private const string UntilInputCloses = "--until-input-closes";
    /// <summary>When so many bytes of a frame were sent, the server has read some of them.</summary>
    private const int MoreThanSocketsHold = 32 << 20;

    private const string NoChecksum = "0000000000000000";

    [Fact]
    public async Task Terminate_Idle_ExitCodeZero()
    {
        UnixSignal.SkipUnlessUsable();
        await using RunningServer server = await RunningServer.StartAsync();
        server.Send(UnixSignal.Terminate);
        await server.AssertEndsWellAsync();
    }

    [Fact]
    public async Task Terminate_WithinAFrame_LetsItFinish()
    {
        UnixSignal.SkipUnlessUsable();
        await using RunningServer server = await RunningServer.StartAsync("--grace", "25s");
        using WireClient within = await server.ConnectAsync();
        using WireClient between = await server.ConnectAsync();
        await between.ExchangeAsync(Content.Of(10));
        await within.SendAsync(WireClient.Frame(2 * MoreThanSocketsHold, new byte[MoreThanSocketsHold]));
        server.Send(UnixSignal.Terminate);
        // A server that is between frames with a sender does not wait for it.
        await between.AssertEndOfStreamAsync();
        await within.SendAsync(new byte[MoreThanSocketsHold]);
        Assert.Equal(2 * MoreThanSocketsHold, (await within.ReadAnswerAsync()).Status);
        await within.AssertEndOfStreamAsync();
        await server.AssertEndsWellAsync();
    }

    [Fact]
    public async Task Terminate_Twice_EndsAtOnce()
    {
        UnixSignal.SkipUnlessUsable();
        await using RunningServer server = await RunningServer.StartAsync("--grace", "1h");
        using WireClient within = await server.ConnectAsync();
        using WireClient between = await server.ConnectAsync();
        await between.ExchangeAsync(Content.Of(10));
        await within.SendAsync(WireClient.Frame(2 * MoreThanSocketsHold, new byte[MoreThanSocketsHold]));
        server.Send(UnixSignal.Terminate);
        await between.AssertEndOfStreamAsync();
        server.Send(UnixSignal.Terminate);
        Assert.Equal(1, await server.WaitForExitAsync());
        server.WaitForError("ended at once, by a second signal");
    }

    [Fact]
    public async Task Terminate_WithinAFrame_AnswersMinusFour()
    {
        UnixSignal.SkipUnlessUsable();
        await using RunningServer server = await RunningServer.StartAsync("--grace", "200ms");
        using WireClient within = await server.ConnectAsync();
        using WireClient between = await server.ConnectAsync();
        await between.ExchangeAsync(Content.Of(10));
        await within.ExchangeAsync(Content.Of(10));
        await within.SendAsync(WireClient.Frame(1000, Content.Of(10)));
        server.Send(UnixSignal.Terminate);
        Assert.Equal((-4, NoChecksum), await within.ReadAnswerAsync());
        await within.AssertEndOfStreamAsync();
        await between.AssertEndOfStreamAsync();
        await server.AssertEndsWellAsync();
    }

    [Fact]
    public async Task Interrupt_ByItself_ExitCodeZero()
    {
        UnixSignal.SkipUnlessUsable();
        await using RunningServer server = await RunningServer.StartAsync();
        server.Send(UnixSignal.Interrupt);
        await server.AssertEndsWellAsync();
    }

    [Fact]
    public async Task Interrupt_UntilInputCloses_IsLeftToTheParent()
    {
        UnixSignal.SkipUnlessUsable();
        await using RunningServer server = await RunningServer.StartAsync(UntilInputCloses);
        using WireClient within = await server.ConnectAsync();
        await within.SendAsync(WireClient.Frame(20, Content.Of(20).AsSpan(0, 10)));
        server.Send(UnixSignal.Interrupt);
        // A server that stops would answer the frame that is not complete, and accept nobody any more.
        for (int i = 0; i < 50; i++)
        {
            using WireClient next = await server.ConnectAsync();
            await next.ExchangeAsync(Content.Of(10));
        }

        await within.SendAsync(Content.Of(20).AsMemory(10));
        Assert.Equal((20, BitwiseCrc32C.FieldOf(Content.Of(20))), await within.ReadAnswerAsync());
        server.CloseInput();
        await server.AssertEndsWellAsync();
    }

    [Fact]
    public async Task InputCloses_WithinAFrame_AnswersMinusFour()
    {
        await using RunningServer server = await RunningServer.StartAsync(UntilInputCloses, "--grace", "200ms");
        using WireClient client = await server.ConnectAsync();
        await client.ExchangeAsync(Content.Of(10));
        await client.SendAsync(WireClient.Frame(1000, Content.Of(10)));
        server.CloseInput();
        Assert.Equal((-4, NoChecksum), await client.ReadAnswerAsync());
        await server.AssertEndsWellAsync();
    }

    [Fact]
    public async Task InputCloses_WithoutTheOption_ChangesNothing()
    {
        await using RunningServer server = await RunningServer.StartAsync();
        server.CloseInput();
        for (int i = 0; i < 50; i++)
        {
            using WireClient client = await server.ConnectAsync();
            await client.ExchangeAsync(Content.Of(10));
        }
    }

    [Fact]
    public async Task InputCloses_BeforeTheServerIsReady_ExitCodeZeroWithoutAWord()
    {
        (int exitCode, string _, string errors) = await ServerCommand.RunToEndAsync(UntilInputCloses);
        Assert.Equal("", errors);
        Assert.Equal(0, exitCode);
    }
}
