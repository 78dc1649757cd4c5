using FileTransfer.Strategies;
using FileTransfer.Strategies.Control;
using Microsoft.AspNetCore.Http;

namespace FileTransfer.Server.Control;

/// <summary>Places where senders wait for each other: when the last one has come, all are told the same start.</summary>
/// <remarks>
/// A party may bring the number of frames and bytes that it delivered. The answer has their sums beside the server's own totals, so that
/// several senders of one server can prove their transfers together.
/// </remarks>
/// <param name="stats">The server's totals.</param>
internal sealed class Barriers(Func<ServerStats> stats)
{
    /// <summary>Most parties of a barrier.</summary>
    public const int MostParties = 512;

    /// <summary>Most barriers at a time.</summary>
    public const int MostBarriers = 64;

    /// <summary>Most parties that wait at a time, at all barriers: the control endpoint has connections for others too.</summary>
    public const int MostWaiting = 768;

    /// <summary>Longest wait that a party can ask for, in seconds.</summary>
    public const int LongestWait = 300;

    private const int LongestName = 64;

    /// <summary>Time from the answer to the start: enough for the slowest party to read the answer and to get ready.</summary>
    private static readonly TimeSpan s_lead = TimeSpan.FromMilliseconds(500);

    private readonly Lock _lock = new();
    private readonly Dictionary<string, Meeting> _meetings = new(StringComparer.Ordinal);
    private int _waiting;

    /// <summary>Answers a party when all have come, or with the reason why they will not.</summary>
    /// <param name="name">Name of the barrier: letters, digits, '.', '-' and '_'.</param>
    /// <param name="parties">Number of parties; all of them have to say the same.</param>
    /// <param name="frames">Frames that this party delivered.</param>
    /// <param name="bytes">Bytes that this party delivered.</param>
    /// <param name="wait">Longest wait, in seconds.</param>
    /// <param name="cancellationToken">Withdraws the party.</param>
    public async Task<IResult> MeetAsync(
        string name, int parties, long frames, long bytes, int wait, CancellationToken cancellationToken)
    {
        if (Refusal(name, parties, frames, bytes, wait) is { } refusal)
        {
            return Results.Text(refusal, statusCode: StatusCodes.Status400BadRequest);
        }

        Meeting meeting;
        var party = new Party(frames, bytes);
        lock (_lock)
        {
            if (!_meetings.TryGetValue(name, out meeting!))
            {
                if (_meetings.Count >= MostBarriers)
                {
                    return Results.Text($"there are {MostBarriers} barriers already", statusCode: StatusCodes.Status503ServiceUnavailable);
                }

                meeting = new Meeting(parties);
            }

            if (meeting.Parties != parties)
            {
                return Results.Text(
                    $"the others wait for {meeting.Parties} parties, this one for {parties}",
                    statusCode: StatusCodes.Status409Conflict);
            }

            if (_waiting >= MostWaiting)
            {
                return Results.Text($"{MostWaiting} parties wait already", statusCode: StatusCodes.Status503ServiceUnavailable);
            }

            _meetings[name] = meeting;
            _waiting++;
            meeting.Come(party);
            if (meeting.Count == parties)
            {
                _meetings.Remove(name);
                meeting.Begin(new BarrierAnswer(DateTimeOffset.UtcNow + s_lead, parties, meeting.Frames, meeting.Bytes, stats()));
            }
        }

        try
        {
            BarrierAnswer answer = await meeting.Begun.WaitAsync(TimeSpan.FromSeconds(wait), cancellationToken);
            return Results.Json(meeting.AnswerTo(party, answer), ServerJson.Default.BarrierAnswer);
        }
        catch (TimeoutException)
        {
            return Withdraw(name, meeting, party) is { } came
                ? Results.Text(
                    $"{came} of {parties} parties came within {wait} s",
                    statusCode: StatusCodes.Status408RequestTimeout)
                : Results.Json(meeting.AnswerTo(party, await meeting.Begun), ServerJson.Default.BarrierAnswer);
        }
        catch (OperationCanceledException)
        {
            Withdraw(name, meeting, party);
            throw;
        }
        finally
        {
            lock (_lock)
            {
                _waiting--;
            }
        }
    }

    /// <summary>Takes a party away again; how many had come with it, or null when they were all told to begin meanwhile.</summary>
    private int? Withdraw(string name, Meeting meeting, Party party)
    {
        lock (_lock)
        {
            if (meeting.Begun.IsCompleted)
            {
                return null;
            }

            int came = meeting.Count;
            meeting.Leave(party);
            if (meeting.Count == 0 && _meetings.TryGetValue(name, out Meeting? found) && found == meeting)
            {
                _meetings.Remove(name);
            }

            return came;
        }
    }

    private static string? Refusal(string name, int parties, long frames, long bytes, int wait) =>
        name.Length is 0 or > LongestName || !name.All(letter => char.IsAsciiLetterOrDigit(letter) || letter is '.' or '-' or '_')
            ? $"a barrier's name has 1 to {LongestName} letters, digits, '.', '-' and '_'"
        : parties is < 1 or > MostParties ? $"parties={parties} is not a number from 1 to {MostParties}"
        : wait is < 1 or > LongestWait ? $"wait={wait} is not a number of seconds from 1 to {LongestWait}"
        : frames < 0 || bytes < 0 ? "frames and bytes are 0 or more"
        : null;

    /// <summary>A party, and what it says it delivered.</summary>
    private sealed class Party(long frames, long bytes)
    {
        public long Frames { get; } = frames;

        public long Bytes { get; } = bytes;
    }

    /// <summary>The parties of one barrier, guarded by the lock of all.</summary>
    private sealed class Meeting(int parties)
    {
        private readonly TaskCompletionSource<BarrierAnswer> _begun = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly List<Party> _present = [];

        public int Parties { get; } = parties;

        public int Count => _present.Count;

        public long Frames => _present.Sum(party => party.Frames);

        public long Bytes => _present.Sum(party => party.Bytes);

        public Task<BarrierAnswer> Begun => _begun.Task;

        public void Come(Party party) => _present.Add(party);

        public void Leave(Party party) => _present.Remove(party);

        public void Begin(BarrierAnswer answer) => _begun.SetResult(answer);

        /// <summary>The answer with the party's place; once it has begun, nobody comes or leaves.</summary>
        public BarrierAnswer AnswerTo(Party party, BarrierAnswer answer) => answer with { Place = _present.IndexOf(party) };
    }
}
