namespace FileTransfer.Harness.Doctor;

/// <summary>Short experiments that show what something costs on this machine. Each is made once, when it is first asked for.</summary>
internal interface ITrials
{
    /// <summary>Price of a timestamp, in nanoseconds.</summary>
    double TimestampNanoseconds { get; }

    /// <summary>Price of a short system call, getrusage(2), in nanoseconds; null where unknown.</summary>
    double? SystemCallNanoseconds { get; }

    /// <summary>Median time between waking a thread whose processor was idle and its first instruction, in microseconds.</summary>
    double WakeUpMicroseconds { get; }

    /// <summary>
    /// How many times as long a read of 64 KiB from the page cache takes into memory that begins 8 bytes into a page as into memory that
    /// begins 64 bytes into it.
    /// </summary>
    double MisplacedCopyTimes { get; }

    /// <summary>Median time to write to a page of memory for the first time, in microseconds.</summary>
    double FirstTouchMicroseconds { get; }

    /// <summary>
    /// How many times as long an exchange of 1 MiB over loopback takes with the congestion control of that name as with cubic; null
    /// when one of them is not available.
    /// </summary>
    double? TimesCubic(string congestionControl);
}
