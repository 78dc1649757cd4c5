using System.Globalization;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Senders.Sessions;

/// <summary>Finds the thread of a process that has worked the most since it was last asked. Linux.</summary>
/// <param name="process">Id of the process.</param>
internal sealed class BusiestThread(int process)
{
    private readonly Dictionary<string, long> _before = [];

    /// <summary>Its folder below /proc; null where that cannot be told.</summary>
    public string? Find()
    {
        try
        {
            string? busiest = null;
            long most = -1;
            foreach (string thread in Directory.GetDirectories(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/task")))
            {
                long work = WorkOf(thread);
                long done = work - _before.GetValueOrDefault(thread);
                _before[thread] = work;
                (busiest, most) = done > most ? (thread, done) : (busiest, most);
            }

            return busiest;
        }
        catch (IOException)
        {
            return null;
        }
    }

    /// <summary>Nanoseconds that a thread has run: the first number of schedstat.</summary>
    private static long WorkOf(string thread)
    {
        using SchedulerCounts? counts = SchedulerCounts.Open(thread);
        return counts?.Read().Run ?? 0;
    }
}
