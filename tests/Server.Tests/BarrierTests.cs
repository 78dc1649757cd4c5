using System.Net;
using System.Net.Http.Headers;
using System.Text.Json;
using FileTransfer.Server.Control;
using FileTransfer.Server.Tests.Processes;
using FileTransfer.Strategies.Control;
using Microsoft.AspNetCore.Http;

namespace FileTransfer.Server.Tests;

/// <summary>POST /barrier/NAME: senders wait for each other, are told one start, and cannot hold the server up.</summary>
public sealed class BarrierTests(SharedServer shared) : IDisposable
{
    private readonly HttpClient _http = new() { BaseAddress = shared.Server.Control, Timeout = ServerCommand.Limit };

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Meet_AllHaveCome_GetTheSameAnswerWithTheSumsOfTheirClaims()
    {
        string[] answers = await Task.WhenAll(Enumerable.Range(1, 3).Select(async party =>
        {
            using HttpResponseMessage response = await MeetAsync($"sum?parties=3&frames={party}&bytes={party * 100}");
            Assert.Equal(HttpStatusCode.OK, response.StatusCode);
            return await response.Content.ReadAsStringAsync(Cancellation);
        }));
        // But for its place, which each has for itself.
        Assert.Equal([0, 1, 2], answers.Select(PlaceIn).Order());
        Assert.Single(answers.Select(text => text.Replace($"\"place\":{PlaceIn(text)}", "", StringComparison.Ordinal)).Distinct());
        using var answer = JsonDocument.Parse(answers[0]);
        Assert.Equal(3, answer.RootElement.GetProperty("parties").GetInt32());
        Assert.Equal(6, answer.RootElement.GetProperty("claimedFrames").GetInt32());
        Assert.Equal(600, answer.RootElement.GetProperty("claimedBytes").GetInt32());
        Assert.True(answer.RootElement.GetProperty("stats").GetProperty("receivers").TryGetProperty("tcp", out _));
        DateTimeOffset start = answer.RootElement.GetProperty("startUtc").GetDateTimeOffset();
        Assert.InRange(start, DateTimeOffset.UtcNow.AddMinutes(-1), DateTimeOffset.UtcNow.AddSeconds(1));
    }

    private static int PlaceIn(string answer)
    {
        using var document = JsonDocument.Parse(answer);
        return document.RootElement.GetProperty("place").GetInt32();
    }

    [Fact]
    public async Task Meet_SameNameAgain_IsAnotherMeeting()
    {
        for (int i = 0; i < 2; i++)
        {
            using HttpResponseMessage response = await MeetAsync("again?parties=1");
            Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        }
    }

    [Fact]
    public async Task Meet_SomeDoNotCome_TellsHowManyCameAndForgetsThem()
    {
        using (HttpResponseMessage alone = await MeetAsync("late?parties=2&wait=1"))
        {
            Assert.Equal(HttpStatusCode.RequestTimeout, alone.StatusCode);
            Assert.Equal("1 of 2 parties came within 1 s", await alone.Content.ReadAsStringAsync(Cancellation));
        }

        // Whoever has gone is not counted again.
        Task<HttpResponseMessage>[] both = [MeetAsync("late?parties=2"), MeetAsync("late?parties=2")];
        foreach (HttpResponseMessage response in await Task.WhenAll(both))
        {
            using (response)
            {
                Assert.Equal(HttpStatusCode.OK, response.StatusCode);
            }
        }
    }

    [Fact]
    public async Task Meet_PartyGoesAway_IsNotCounted()
    {
        var barriers = new Barriers(NoStats);
        using var gone = new CancellationTokenSource();
        Task<IResult> waiting = barriers.MeetAsync("gone", 2, 5, 50, Barriers.LongestWait, gone.Token);
        Assert.Equal(StatusCodes.Status409Conflict, StatusOf(await barriers.MeetAsync("gone", 3, 0, 0, 1, Cancellation)));
        await gone.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);
        Assert.Equal(StatusCodes.Status200OK, StatusOf(await barriers.MeetAsync("gone", 1, 0, 0, 1, Cancellation)));
    }

    [Theory]
    [InlineData("x?parties=0")]
    [InlineData("x?parties=513")]
    [InlineData("x?parties=many")]
    [InlineData("x")]
    [InlineData("x?parties=2&wait=0")]
    [InlineData("x?parties=2&wait=301")]
    [InlineData("x?parties=2&frames=-1")]
    [InlineData("x%20y?parties=2")]
    [InlineData("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx?parties=2")]
    public async Task Meet_WrongValues_AreABadRequest(string barrier)
    {
        using HttpResponseMessage response = await MeetAsync(barrier);
        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
    }

    [Fact]
    public async Task Meet_MoreThanMayWait_AreRefusedUntilOthersHaveGone()
    {
        var barriers = new Barriers(NoStats);
        using var gone = new CancellationTokenSource();
        Task<IResult>[] waiting = [.. Enumerable.Range(0, Barriers.MostBarriers)
            .Select(i => barriers.MeetAsync($"b{i}", 20, 0, 0, Barriers.LongestWait, gone.Token))];
        Assert.Equal(StatusCodes.Status503ServiceUnavailable, StatusOf(await barriers.MeetAsync("more", 1, 0, 0, 1, Cancellation)));
        Task<IResult>[] others = [.. Enumerable.Range(Barriers.MostBarriers, Barriers.MostWaiting - Barriers.MostBarriers)
            .Select(i => barriers.MeetAsync($"b{i % Barriers.MostBarriers}", 20, 0, 0, Barriers.LongestWait, gone.Token))];
        Assert.Equal(StatusCodes.Status503ServiceUnavailable, StatusOf(await barriers.MeetAsync("b0", 20, 0, 0, 1, Cancellation)));
        await gone.CancelAsync();
        foreach (Task<IResult> one in waiting.Concat(others))
        {
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => one);
        }

        Assert.Equal(StatusCodes.Status200OK, StatusOf(await barriers.MeetAsync("more", 1, 0, 0, 1, Cancellation)));
    }

    [Fact]
    public async Task Meet_WithoutTheToken_IsUnauthorized()
    {
        string file = Path.GetTempFileName();
        try
        {
            await File.WriteAllTextAsync(file, "secret", Cancellation);
            await using RunningServer own = await RunningServer.StartAsync("--token-file", file);
            using var http = new HttpClient { BaseAddress = own.Control, Timeout = ServerCommand.Limit };
            using HttpResponseMessage refused = await http.PostAsync("/barrier/x?parties=1", content: null, Cancellation);
            Assert.Equal(HttpStatusCode.Unauthorized, refused.StatusCode);
            http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", "secret");
            using HttpResponseMessage met = await http.PostAsync("/barrier/x?parties=1", content: null, Cancellation);
            Assert.Equal(HttpStatusCode.OK, met.StatusCode);
        }
        finally
        {
            File.Delete(file);
        }
    }

    public void Dispose() => _http.Dispose();

    private Task<HttpResponseMessage> MeetAsync(string barrier) => _http.PostAsync($"/barrier/{barrier}", content: null, Cancellation);

    private static ServerStats NoStats() => new(0, 0, new Dictionary<string, ReceiverStats>());

    private static int? StatusOf(IResult result) => ((IStatusCodeHttpResult)result).StatusCode ?? StatusCodes.Status200OK;
}
