using System.Diagnostics;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Load.Generating;

/// <summary>Makes the transfers of a queue over many lanes, each as soon as it is due and a lane is free.</summary>
/// <remarks>
/// One thread at a time waits for the next transfer to be due, makes it itself, and leaves the wait to the next thread: nobody has to be
/// woken at the moment when a transfer is due. Synchronous lanes have a thread each. Asynchronous ones are begun by a few threads and go
/// on in the thread pool; a lane whose transfer has ended takes what is overdue without asking a thread.
/// </remarks>
/// <param name="lanes">The connected lanes.</param>
/// <param name="queue">The transfers.</param>
/// <param name="recorder">Records them.</param>
/// <param name="errors">Counts what failed.</param>
internal sealed class LoadLoop(IReadOnlyList<LoadLane> lanes, ArrivalQueue queue, LoadRecorder recorder, ErrorBook errors)
{
    private const int StackBytes = 256 << 10;

    private static readonly TimeSpan s_betweenAttempts = TimeSpan.FromMilliseconds(100);

    private readonly Lock _turn = new();
    private readonly IdleLanes _idle = new();
    private long _spun;
    private bool _startsPromptly;
    private int _raisedThread;
    private Exception? _fault;

    /// <summary>Time that was spun before transfers were due.</summary>
    public TimeSpan Spun => Stopwatch.GetElapsedTime(0, Interlocked.Read(ref _spun));

    /// <summary>Makes all transfers, and waits for the last of them.</summary>
    /// <param name="isOpen">True when transfers have times of their own.</param>
    /// <param name="isWithOthers">
    /// True when others start at the same instant: the first transfer begins with real-time priority, where this process may. Where
    /// senders share processors, those that come later would otherwise wait until the first ones have used up their time slices.
    /// </param>
    /// <exception cref="TransferException">There were more errors than allowed; the first of them.</exception>
    public void Run(bool isOpen, bool isWithOthers)
    {
        _startsPromptly = isWithOthers;
        long now = Stopwatch.GetTimestamp();
        foreach (LoadLane lane in lanes)
        {
            lane.FreeSince = now;
        }

        if (lanes[0].IsSynchronous)
        {
            Join([.. lanes.Select((lane, i) => Start($"lane {i + 1}", () => ServeOnThread(lane)))]);
        }
        else
        {
            // In a closed loop every lane is always busy: one thread begins them all.
            int threads = isOpen ? Math.Min(lanes.Count, Environment.ProcessorCount) : 1;
            foreach (LoadLane lane in lanes)
            {
                _idle.Add(lane);
            }

            Join([.. Enumerable.Range(1, threads).Select(i => Start($"pace {i}", Begin))]);
            // A transfer that makes no progress fails after the timeout of its connection, so that this ends.
            for (int i = 0; i < lanes.Count; i++)
            {
                _ = _idle.Take();
            }
        }

        if (_fault is not null)
        {
            throw new InvalidOperationException($"the load broke down: {_fault.Message}", _fault);
        }

        if (errors.IsPassed)
        {
            throw errors.First!;
        }
    }

    private static Thread Start(string name, Action run)
    {
        var thread = new Thread(() =>
        {
            PreciseWait.MakeThreadPunctual();
            run();
        }, StackBytes)
        { IsBackground = true, Name = name };
        thread.Start();
        return thread;
    }

    private static void Join(Thread[] threads) => Array.ForEach(threads, thread => thread.Join());

    /// <summary>A synchronous lane: its thread takes and makes transfers until there are none.</summary>
    private void ServeOnThread(LoadLane lane)
    {
        try
        {
            while (TryWaitForNext(out Arrival arrival))
            {
                Transfer(lane, arrival);
                LowerIfRaised();
            }
        }
        catch (Exception exception)
        {
            BreakDown(exception);
        }
    }

    /// <summary>Begins transfers on lanes that are free until there are no more transfers.</summary>
    private void Begin()
    {
        try
        {
            while (_idle.TryTake(queue.Stopped) is { } lane)
            {
                if (!TryWaitForNext(out Arrival arrival))
                {
                    _idle.Add(lane);
                    return;
                }

                _ = ServeAsync(lane, arrival);
                LowerIfRaised();
            }
        }
        catch (Exception exception)
        {
            BreakDown(exception);
        }
    }

    /// <summary>An asynchronous lane: makes a transfer, and those that are overdue when it has ended.</summary>
    private async Task ServeAsync(LoadLane lane, Arrival arrival)
    {
        try
        {
            do
            {
                await TransferAsync(lane, arrival).ConfigureAwait(false);
            }
            while (queue.TryTake(Stopwatch.GetTimestamp(), out arrival));
        }
        catch (Exception exception)
        {
            BreakDown(exception);
        }
        finally
        {
            _idle.Add(lane);
        }
    }

    /// <summary>Waits until the next transfer is due, and takes it; false when there is none.</summary>
    private bool TryWaitForNext(out Arrival arrival)
    {
        lock (_turn)
        {
            while (!queue.TryTake(Stopwatch.GetTimestamp(), out arrival))
            {
                if (queue.IsOver)
                {
                    return false;
                }

                if (_startsPromptly)
                {
                    _startsPromptly = false;
                    _raisedThread = RealTime.Enter() ? Environment.CurrentManagedThreadId : 0;
                }

                Interlocked.Add(ref _spun, PreciseWait.Until(queue.NextDue, queue.Stopped));
            }

            return true;
        }
    }

    /// <summary>Gives the thread that began the first transfer its normal priority back.</summary>
    private void LowerIfRaised()
    {
        if (_raisedThread == Environment.CurrentManagedThreadId)
        {
            _raisedThread = 0;
            RealTime.Leave();
        }
    }

    private void Transfer(LoadLane lane, in Arrival arrival)
    {
        long start = Stopwatch.GetTimestamp();
        try
        {
            bool isChecked = lane.Transfer(arrival.Size);
            long end = Stopwatch.GetTimestamp();
            recorder.Record(arrival, lane.FreeSince, start, end, isChecked);
            lane.FreeSince = end;
        }
        catch (TransferException exception)
        {
            // Outside of every clock.
            MendAsync(lane, exception).AsTask().GetAwaiter().GetResult();
        }
    }

    private async ValueTask TransferAsync(LoadLane lane, Arrival arrival)
    {
        long start = Stopwatch.GetTimestamp();
        try
        {
            bool isChecked = await lane.TransferAsync(arrival.Size).ConfigureAwait(false);
            long end = Stopwatch.GetTimestamp();
            recorder.Record(arrival, lane.FreeSince, start, end, isChecked);
            lane.FreeSince = end;
        }
        catch (TransferException exception)
        {
            await MendAsync(lane, exception).ConfigureAwait(false);
        }
    }

    /// <summary>Counts an error, and connects the lane again, as long as errors are allowed and something is left to do.</summary>
    private async ValueTask MendAsync(LoadLane lane, TransferException? error)
    {
        while (error is not null)
        {
            if (!errors.TryAdd(error, recorder.Completed))
            {
                queue.Stop();
            }

            if (queue.IsOver)
            {
                return;
            }

            error = null;
            try
            {
                await lane.ConnectAsync(CancellationToken.None).ConfigureAwait(false);
            }
            catch (TransferException exception)
            {
                error = exception;
                await Task.Delay(s_betweenAttempts).ConfigureAwait(false);
            }
        }
    }

    /// <summary>A fault of the program itself: keeps it, and ends the load.</summary>
    private void BreakDown(Exception exception)
    {
        Interlocked.CompareExchange(ref _fault, exception, null);
        queue.Stop();
    }
}
