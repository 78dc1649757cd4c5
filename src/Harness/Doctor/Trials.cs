using System.Diagnostics;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Doctor;

/// <summary>Makes the experiments on this machine; together they take less than a second.</summary>
internal sealed class Trials : ITrials
{
    private const int Timestamps = 20_000;
    private const int SystemCalls = 2_000;
    private const int WakeUps = 60;
    private const int Exchanges = 12;
    private const int CopiedBytes = 64 << 10;
    private const int CopyTurns = 15;
    private const int CopiesPerTurn = 20;
    private const int TouchedBlocks = 33;
    private const int PagesOfBlock = 64;

    /// <summary>More than malloc(3) ever takes from memory that was used before: its largest M_MMAP_THRESHOLD is 32 MiB.</summary>
    private const int UntouchedBytes = 40 << 20;

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(5);

    private readonly Lazy<double> _timestamp = new(MeasureTimestamp);
    private readonly Lazy<double?> _systemCall = new(MeasureSystemCall);
    private readonly Lazy<double> _wakeUp = new(MeasureWakeUp);
    private readonly Lazy<double> _misplacedCopy = new(MeasureMisplacedCopy);
    private readonly Lazy<double> _firstTouch = new(MeasureFirstTouch);

    public double TimestampNanoseconds => _timestamp.Value;

    public double? SystemCallNanoseconds => _systemCall.Value;

    public double WakeUpMicroseconds => _wakeUp.Value;

    public double MisplacedCopyTimes => _misplacedCopy.Value;

    public double FirstTouchMicroseconds => _firstTouch.Value;

    public double? TimesCubic(string congestionControl)
    {
        try
        {
            List<double> ratios = [];
            using var other = new LoopbackExchange(congestionControl);
            using var cubic = new LoopbackExchange("cubic");
            for (int i = 0; i < Exchanges; i++)
            {
                double time = other.Make();
                ratios.Add(time / cubic.Make());
            }

            return Median(ratios);
        }
        catch (Exception exception) when (exception is TransferException or SocketException or PlatformNotSupportedException)
        {
            // One of the two is not available here.
            return null;
        }
    }

    private static double MeasureTimestamp()
    {
        List<double> blocks = [];
        for (int block = 0; block < 10; block++)
        {
            long start = Stopwatch.GetTimestamp();
            for (int i = 0; i < Timestamps; i++)
            {
                _ = Stopwatch.GetTimestamp();
            }

            blocks.Add(Stopwatch.GetElapsedTime(start).TotalNanoseconds / Timestamps);
        }

        return blocks.Min();
    }

    private static double? MeasureSystemCall()
    {
        if (ContextSwitches.InvoluntaryOfThisProcess() is null)
        {
            return null;
        }

        List<double> blocks = [];
        for (int block = 0; block < 10; block++)
        {
            long start = Stopwatch.GetTimestamp();
            for (int i = 0; i < SystemCalls; i++)
            {
                _ = ContextSwitches.InvoluntaryOfThisProcess();
            }

            blocks.Add(Stopwatch.GetElapsedTime(start).TotalNanoseconds / SystemCalls);
        }

        return blocks.Min();
    }

    /// <summary>A thread waits; after a pause in which its processor falls asleep another one wakes it.</summary>
    private static double MeasureWakeUp()
    {
        using var ready = new AutoResetEvent(false);
        using var done = new AutoResetEvent(false);
        long woken = 0;
        var sleeper = new Thread(() =>
        {
            for (int i = 0; i < WakeUps && ready.WaitOne(s_patience); i++)
            {
                Volatile.Write(ref woken, Stopwatch.GetTimestamp());
                done.Set();
            }
        })
        {
            IsBackground = true,
            Name = "sleeper",
        };
        sleeper.Start();
        List<double> times = [];
        for (int i = 0; i < WakeUps; i++)
        {
            Thread.Sleep(1);
            long start = Stopwatch.GetTimestamp();
            ready.Set();
            if (!done.WaitOne(s_patience))
            {
                break;
            }

            times.Add(Stopwatch.GetElapsedTime(start, Volatile.Read(ref woken)).TotalMicroseconds);
        }

        sleeper.Join(s_patience);
        return times.Count > 0 ? Median(times) : s_patience.TotalMicroseconds;
    }

    /// <summary>Reads a file from the page cache, where it begins with a page, to both places in turn.</summary>
    private static double MeasureMisplacedCopy()
    {
        const int Misplaced = 8;
        const int WellPlaced = 64;
        byte[] memory = GC.AllocateArray<byte>(CopiedBytes + (2 * Environment.SystemPageSize), pinned: true);
        nint address = Marshal.UnsafeAddrOfPinnedArrayElement(memory, 0);
        int page = (int)(-address & (Environment.SystemPageSize - 1));
        string path = Path.GetTempFileName();
        using var file = new FileStream(path, new FileStreamOptions
        {
            Access = FileAccess.ReadWrite,
            BufferSize = 0,
            Options = FileOptions.DeleteOnClose,
        });
        file.Write(memory.AsSpan(0, CopiedBytes));
        List<double> ratios = [];
        for (int i = 0; i < CopyTurns; i++)
        {
            double misplaced = ReadRepeatedly(file, memory.AsSpan(page + Misplaced, CopiedBytes));
            ratios.Add(misplaced / ReadRepeatedly(file, memory.AsSpan(page + WellPlaced, CopiedBytes)));
        }

        return Median(ratios);
    }

    private static double ReadRepeatedly(FileStream file, Span<byte> memory)
    {
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < CopiesPerTurn; i++)
        {
            _ = RandomAccess.Read(file.SafeFileHandle, memory, fileOffset: 0);
        }

        return Stopwatch.GetElapsedTime(start).TotalMicroseconds;
    }

    /// <summary>Writes to each page of new memory. Blocks of pages are timed, since a timestamp may cost as much as a page.</summary>
    private static double MeasureFirstTouch()
    {
        nint memory = Marshal.AllocHGlobal(UntouchedBytes);
        try
        {
            int page = Environment.SystemPageSize;
            nint next = memory + page;
            List<double> times = [];
            for (int block = 0; block < TouchedBlocks; block++)
            {
                long start = Stopwatch.GetTimestamp();
                for (int i = 0; i < PagesOfBlock; i++, next += page)
                {
                    Marshal.WriteByte(next, 1);
                }

                times.Add(Stopwatch.GetElapsedTime(start).TotalMicroseconds / PagesOfBlock);
            }

            return Median(times);
        }
        finally
        {
            Marshal.FreeHGlobal(memory);
        }
    }

    private static double Median(List<double> values)
    {
        values.Sort();
        return values[values.Count / 2];
    }
}
