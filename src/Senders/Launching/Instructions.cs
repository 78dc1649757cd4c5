using System.Globalization;
using System.Text;
using FileTransfer.Results.Errors;

namespace FileTransfer.Senders.Launching;

/// <summary>What the parent tells a sender process, a line at a time, and what the process answers.</summary>
/// <remarks>
/// <para>
/// <c>launch PLAN</c> is answered by <c>ready</c> once the strategy is connected and verified; <c>settle</c>, after a few transfers, by
/// <c>settling</c> or <c>settled</c>; <c>begin</c> by <c>ready</c> before the first turn; <c>turn CYCLE POSITION</c> by <c>done</c> when
/// the turn is over; <c>finish</c> by <c>finished</c> when the record is written. <c>end</c> ends the process. Anything can be answered by
/// <c>failed</c>, after which the process ends.
/// </para>
/// <para>Between two lines the process does nothing: one thread waits in a read, the sending one for it.</para>
/// </remarks>
internal sealed class Instructions
{
    public const string Launch = "launch";
    public const string Settle = "settle";
    public const string Begin = "begin";
    public const string Turn = "turn";
    public const string Finish = "finish";
    public const string End = "end";
    public const string Ready = "ready";
    public const string Settling = "settling";
    public const string Settled = "settled";
    public const string Done = "done";
    public const string Finished = "finished";
    public const string Failed = "failed";

    private readonly Queue<string> _lines = [];
    private (Action Leave, Action Return)? _shared;
    private readonly Stream _answers = Console.OpenStandardOutput();

    /// <summary>Begins to listen; from now on standard input and output of this process are for the parent.</summary>
    public Instructions() => new Thread(Read) { IsBackground = true, Name = "reads what the parent tells" }.Start();

    /// <summary>
    /// Lets go of something before each answer, and takes it again after each line: between the two others use it. Null when nobody does.
    /// </summary>
    public void Share((Action Leave, Action Return)? shared) => _shared = shared;

    /// <summary>Waits for the next line.</summary>
    /// <remarks>
    /// Blocks at once: a collection that looks again and again before it blocks would take a processor from whoever has the next turn.
    /// </remarks>
    /// <returns>Its words.</returns>
    public string[] Next()
    {
        string line;
        lock (_lines)
        {
            while (_lines.Count == 0)
            {
                Monitor.Wait(_lines);
            }

            line = _lines.Dequeue();
        }

        _shared?.Return();
        return line.Split(' ', 2);
    }

    /// <summary>Waits for a turn.</summary>
    /// <returns>Its cycle, and its position in that, both from 1.</returns>
    public (int Cycle, int Position) NextTurn()
    {
        string[] numbers = Expect(Turn).Split(' ');
        return (int.Parse(numbers[0], CultureInfo.InvariantCulture), int.Parse(numbers[1], CultureInfo.InvariantCulture));
    }

    /// <summary>Waits for the next step of settling.</summary>
    /// <returns>False when the launch is to begin instead.</returns>
    /// <exception cref="InvalidOperationException">The parent said something else.</exception>
    public bool IsToSettle() => Next() switch
    {
        [Settle] => true,
        [Begin] => false,
        var other => throw new InvalidOperationException(
            $"the parent said '{string.Join(' ', other)}' instead of '{Settle}' or '{Begin}'"),
    };

    /// <summary>Waits for a line that begins with a word.</summary>
    /// <returns>The rest of the line.</returns>
    /// <exception cref="InvalidOperationException">The line begins with another word.</exception>
    public string Expect(string word)
    {
        string[] words = Next();
        return words[0] == word
            ? words.ElementAtOrDefault(1) ?? ""
            : throw new InvalidOperationException($"the parent said '{string.Join(' ', words)}' instead of '{word}'");
    }

    /// <summary>Answers the last line.</summary>
    public void Answer(string word)
    {
        _shared?.Leave();
        _answers.Write(Encoding.ASCII.GetBytes($"{word}\n"));
        _answers.Flush();
    }

    /// <summary>Ends the process when the parent has ended: only that holds the other end of the standard input.</summary>
    private void Read()
    {
        while (Console.In.ReadLine() is { } line)
        {
            lock (_lines)
            {
                _lines.Enqueue(line);
                Monitor.Pulse(_lines);
            }
        }

        Environment.Exit(ExitCode.Interrupted);
    }
}
