using System.Globalization;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Senders.Sessions;

/// <summary>Tells on which processors both ends run, where the scheduler may move them. Linux.</summary>
/// <remarks>
/// A sender that was just woken shares its receiver's processor; while it goes on, the scheduler moves the two apart. The times of the two
/// states differ up to twofold, and so does which strategy is the fastest. docs/findings.md has figures.
/// </remarks>
internal sealed class Whereabouts
{
    private const int FieldsBeforeProcessor = 36;

    private readonly string _receiver;

    private Whereabouts(string receiver) => _receiver = receiver;

    /// <summary>Looks for the thread of a server that has worked the most so far; null where that cannot be told.</summary>
    /// <param name="server">Process id of the server, or null when it is on another machine or serves others.</param>
    public static Whereabouts? Of(int? server)
    {
        if (server is null || !OperatingSystem.IsLinux())
        {
            return null;
        }

        try
        {
            string[] threads = Directory.GetDirectories(string.Create(CultureInfo.InvariantCulture, $"/proc/{server}/task"));
            return threads.MaxBy(WorkOf) is { } busiest ? new Whereabouts($"{busiest}/stat") : null;
        }
        catch (IOException)
        {
            return null;
        }
    }

    /// <summary>Processors of the calling thread and of the receiver's busiest one; −1 for a thread that has ended.</summary>
    public (int Sender, int Receiver) Now() => (Thread.GetCurrentProcessorId(), ProcessorOf(_receiver));

    /// <summary>Nanoseconds that a thread has run: the first number of schedstat.</summary>
    private static long WorkOf(string thread) =>
        SystemFiles.OfThisMachine.Text($"{thread}/schedstat")?.Split(' ')[0] is { } work
            && long.TryParse(work, NumberStyles.None, CultureInfo.InvariantCulture, out long nanoseconds) ? nanoseconds : 0;

    /// <summary>Field 39 of stat, counted behind the name, which may have spaces: proc_pid_stat(5).</summary>
    private static int ProcessorOf(string stat) =>
        SystemFiles.OfThisMachine.Text(stat) is { } text
            && int.TryParse(
                text[(text.LastIndexOf(')') + 2)..].Split(' ')[FieldsBeforeProcessor], CultureInfo.InvariantCulture, out int processor)
            ? processor
            : -1;
}
