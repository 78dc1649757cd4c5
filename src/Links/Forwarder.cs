using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Machine;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Links;

/// <summary>Carries the packets of one direction from one device to the other, on a thread of its own that allocates nothing.</summary>
/// <param name="from">The device to read from.</param>
/// <param name="to">The device to write to.</param>
/// <param name="line">Decides what becomes of the packets.</param>
internal sealed class Forwarder(SafeFileHandle from, SafeFileHandle to, Line line)
{
    /// <summary>The kernel wakes a thread some microseconds late; for the last ones it does not sleep.</summary>
    private const long Spin = 10_000;

    /// <summary>After a long sleep it is later still, because the processor slept too: up to 80 µs on a virtual machine.</summary>
    private const long SpinAfterLongSleep = 100_000;

    /// <summary>A sleep that is long enough for the processor to sleep. With more than 1,000 packets a second none is.</summary>
    private const long LongSleep = 1_000_000;

    private const long LongestSleep = 100_000_000;

    /// <summary>Packets that are read before those that are due are looked at again.</summary>
    private const int Batch = 16;

    private readonly TaskCompletionSource<int> _threadId = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private long _spun;

    /// <summary>Number of its thread, once it runs.</summary>
    public int ThreadId => _threadId.Task.GetAwaiter().GetResult();

    /// <summary>True when the thread runs before every thread of normal priority.</summary>
    public bool IsRealTime { get; private set; }

    /// <summary>What it has done so far, with its processor time.</summary>
    public LineCounters Counters()
    {
        LineCounters counters = line.Counters.Copy();
        counters.Processor = (ClockGetTime.OfThread(ThreadId)?.AsNanoseconds ?? 0, Volatile.Read(ref _spun));
        return counters;
    }

    /// <summary>Numbers of the first packets that were lost by chance.</summary>
    public long[] Lost => line.Lost;

    /// <summary>Starts the thread, which runs as long as the process.</summary>
    /// <param name="failed">Called when a device fails.</param>
    public void Start(Action<string> failed)
    {
        new Thread(() => Run(failed)) { IsBackground = true, Name = "forwarder" }.Start();
        _ = ThreadId;
    }

    private void Run(Action<string> failed)
    {
        PreciseWait.MakeThreadPunctual();
        IsRealTime = RealTime.Enter();
        _threadId.SetResult(GetTid.Invoke());
        try
        {
            Forward();
        }
        catch (Win32Exception exception)
        {
            failed(exception.Message);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private void Forward()
    {
        long spin = Spin;
        while (true)
        {
            long begin = Now();
            if (Deliver(begin) | Receive())
            {
                continue;
            }

            long end = Now();
            long wait = Math.Min(line.NextDue - end, LongestSleep);
            if (wait > spin)
            {
                spin = wait > LongSleep ? SpinAfterLongSleep : Spin;
                _ = PPoll.ForInput(from, wait - spin);
            }
            else
            {
                Volatile.Write(ref _spun, _spun + (end - begin));
            }
        }
    }

    /// <summary>Stopwatch counts nanoseconds on Linux.</summary>
    private static long Now() => Stopwatch.GetTimestamp();

    private unsafe bool Deliver(long now)
    {
        bool any = false;
        while (line.TryTake(now, out int slot, out long due))
        {
            any = true;
            ReadOnlySpan<byte> packet = line.Packet(slot);
            nint written;
            fixed (byte* bytes = packet)
            {
                written = Write.Invoke(to, bytes, (nuint)packet.Length);
            }

            if (written < 0 && Marshal.GetLastPInvokeError() is not (Errno.TryAgain or Errno.Interrupted or Errno.NoBufferSpace))
            {
                throw new Win32Exception(Marshal.GetLastPInvokeError());
            }

            line.Release(slot);
            now = Now();
            if (written < 0)
            {
                line.Counters.Overrun++;
                continue;
            }

            line.Counters.Forwarded++;
            line.Counters.Lateness.Add(now - due);
        }

        return any;
    }

    private unsafe bool Receive()
    {
        bool any = false;
        for (int i = 0; i < Batch; i++)
        {
            Span<byte> room = line.Room;
            nint count;
            fixed (byte* bytes = room)
            {
                count = Read.Invoke(from, bytes, (nuint)room.Length);
            }

            if (count < 0)
            {
                return Marshal.GetLastPInvokeError() is Errno.TryAgain or Errno.Interrupted
                    ? any
                    : throw new Win32Exception(Marshal.GetLastPInvokeError());
            }

            any = true;
            line.Offer((int)count, Now());
        }

        return any;
    }
}
