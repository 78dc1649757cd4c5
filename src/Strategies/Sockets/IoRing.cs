using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Sockets;

/// <summary>
/// An io_uring(7) with a registered buffer and two registered files; owns the descriptor and its memory.
/// </summary>
/// <remarks>
/// Requests are prepared one by one and run together. <see cref="Run"/> returns when all of them have ended, so that the
/// kernel does not use the buffer between two runs; <see cref="RunUntilOneEnds"/> returns earlier, and <see cref="EndAll"/> ends the
/// others. One caller at a time, on any thread.
/// </remarks>
internal sealed unsafe class IoRing : IDisposable
{
    /// <summary>Slot of the connected socket.</summary>
    public const int SocketSlot = 0;

    /// <summary>Slot of the payload, empty between transfers.</summary>
    public const int FileSlot = 1;

    /// <summary>Maximum number of requests in one run, unless the caller wants more.</summary>
    private const int UsualRequests = 4;

    private const int None = -1;

    private const uint NeededFeatures =
        IoUringSetup.SingleMapping | IoUringSetup.NoDrop | IoUringSetup.ExtendedArgument | IoUringSetup.LinkedFile;

    /// <summary>Longest wait for cancelled requests to end, over all attempts.</summary>
    private static readonly TimeSpan s_cancelLimit = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan s_cancelInterval = TimeSpan.FromMilliseconds(50);

    /// <summary>Maximum number of requests at a time, up to 31. Cancelling them takes as many entries again.</summary>
    private readonly int _most;

    private readonly int[] _results;
    private readonly IoRingMemory _memory;
    private int _descriptor = None;

    /// <summary>Number of requests that were submitted and have not ended.</summary>
    private int _running;

    /// <summary>Bit n is set when request n was submitted and has not ended.</summary>
    private uint _pending;

    /// <summary>Bit n is set when request n has ended since it was last asked for.</summary>
    private uint _ended;

    private IoRing(nuint bufferLength, int most)
    {
        _most = most;
        _results = new int[most + 1];
        _memory = new IoRingMemory(bufferLength);
    }

    /// <summary>Inspects a request before it is submitted, and may change it.</summary>
    public delegate void Inspection(ref IoUringRequest request);

    /// <summary>The registered buffer, page-aligned.</summary>
    public byte* Buffer => _memory.Buffer;

    /// <summary>
    /// For tests: strace(1) does not show the requests of a ring, and tests cannot make the kernel complete only a part of one.
    /// </summary>
    public Inspection? Inspect { get; set; }

    private IoRingFiles Files => new(_descriptor);

    /// <summary>True when submitted requests have not ended.</summary>
    public bool HasPending => _pending != 0;

    /// <summary>Number of requests prepared since the last run, and therefore the index of the next one.</summary>
    public int Prepared { get; private set; }

    /// <summary>Makes a ring and registers a buffer and two empty file slots.</summary>
    /// <param name="bufferLength">Length of the buffer in bytes.</param>
    /// <param name="requests">Maximum number of requests at a time.</param>
    /// <exception cref="TransferException">The kernel refuses; the message says why.</exception>
    public static IoRing Create(nuint bufferLength, int requests = UsualRequests)
    {
        if (!OperatingSystem.IsLinux() || !Environment.Is64BitProcess)
        {
            throw IoUringRefusal.NoPlatform();
        }

        var ring = new IoRing(bufferLength, requests);
        try
        {
            ring.Open();
            return ring;
        }
        catch
        {
            ring.Dispose();
            throw;
        }
    }

    /// <summary>Registers the socket in its slot.</summary>
    /// <exception cref="TransferException">The kernel refuses.</exception>
    public void RegisterSocket(SafeHandle socket) => Files.Fill(SocketSlot, socket);

    /// <summary>Empties the slot of the payload when no request has done so.</summary>
    public void ForgetFile() => Files.Empty(FileSlot);

    /// <summary>Adds a request with this operation and no other field set to the next run, at most four per run.</summary>
    public IoUringRequest* Put(byte operation) => Put(operation, Prepared);

    /// <summary>The same with a number of the caller's, below the ring's maximum, under which no request runs.</summary>
    public IoUringRequest* Put(byte operation, int number)
    {
        IoUringRequest* request = _memory.RequestAt(*_memory.SubmissionTail + (uint)Prepared);
        *request = new IoUringRequest { Operation = operation, UserData = (ulong)number };
        Prepared++;
        return request;
    }

    /// <summary>Submits the requests prepared since the last run and waits until all have ended.</summary>
    /// <returns>0, or an errno: EAGAIN when they had not ended at <paramref name="deadline"/> and were cancelled.</returns>
    /// <param name="deadline">When to give up, on the clock of <see cref="Environment.TickCount64"/>.</param>
    public int Run(long deadline) => Await(deadline, untilAllEnd: true);

    /// <summary>Submits the requests prepared since the last run and waits until one has ended, of those or of earlier ones.</summary>
    /// <returns>0, or an errno: EAGAIN when none had ended at <paramref name="deadline"/>, and all were cancelled.</returns>
    /// <param name="deadline">When to give up, on the clock of <see cref="Environment.TickCount64"/>.</param>
    public int RunUntilOneEnds(long deadline) => Await(deadline, untilAllEnd: false);

    /// <summary>The numbers of the requests that have ended since the last call, one bit each; see <see cref="Result"/>.</summary>
    public uint TakeEnded()
    {
        uint ended = _ended;
        _ended = 0;
        return ended;
    }

    /// <summary>Cancels the running requests, and waits for them: afterwards the kernel does not use the buffer.</summary>
    public void EndAll()
    {
        Prepared = 0;
        CancelAll();
        _ended = 0;
    }

    private int Await(long deadline, bool untilAllEnd)
    {
        for (int i = 0; Inspect is not null && i < Prepared; i++)
        {
            Inspect(ref *_memory.RequestAt(*_memory.SubmissionTail + (uint)i));
        }

        int errno = Enter(deadline, untilAllEnd);
        if (errno != 0)
        {
            CancelAll();
        }

        return errno;
    }

    /// <summary>
    /// Result of request <paramref name="index"/> of the last run: the return value of the equivalent system call, or a negative
    /// errno.
    /// </summary>
    public int Result(int index) => _results[index];

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_descriptor != None)
        {
            // close(2) alone would leave this to a kernel worker at an unknown time, and the socket would stay open until then.
            IoUringRegister.Invoke(_descriptor, IoUringRegister.UnregisterFiles, null, 0);
            IoUringRegister.Invoke(_descriptor, IoUringRegister.UnregisterBuffers, null, 0);
            Close.Invoke(_descriptor);
            _descriptor = None;
        }

        // A request that has not ended still sends from the buffer or reads into it. Leak the buffer then, so that it is not reused.
        _memory.Unmap(includingBuffer: !HasPending);
    }

    private void Open()
    {
        var parameters = default(IoUringSetup.Parameters);
        _descriptor = IoUringSetup.Invoke(2 * (uint)_most, &parameters);
        if (_descriptor < 0)
        {
            throw IoUringRefusal.ForSetup(Marshal.GetLastPInvokeError());
        }

        if ((parameters.Features & NeededFeatures) != NeededFeatures)
        {
            throw IoUringRefusal.ForFeatures(parameters.Features);
        }

        _memory.Map(_descriptor, in parameters);
        var memory = new IoUringRegister.Memory { Address = Buffer, Length = _memory.BufferLength };
        if (IoUringRegister.Invoke(_descriptor, IoUringRegister.Buffers, &memory, 1) < 0)
        {
            throw IoUringRefusal.ForBuffers(Marshal.GetLastPInvokeError(), (long)_memory.BufferLength);
        }

        Files.Register();
    }

    /// <summary>Submits the prepared requests and waits until all running requests have ended, or one; 0, or an errno.</summary>
    private int Enter(long deadline, bool untilAllEnd)
    {
        uint first = *_memory.SubmissionTail;
        int submit = Prepared;
        Prepared = 0;
        // The kernel reads the requests after it has read the tail: they must be written before it.
        Volatile.Write(ref *_memory.SubmissionTail, first + (uint)submit);
        IoUringEnter.TimeSpecification limit;
        var argument = new IoUringEnter.Argument { Limit = &limit };
        while (IsDue())
        {
            long left = Math.Max(0, deadline - Environment.TickCount64);
            limit = new IoUringEnter.TimeSpecification { Seconds = left / 1000, SubsecondNanoseconds = left % 1000 * 1_000_000 };
            uint wait = untilAllEnd ? (uint)(_running + submit) : 1;
            int submitted = IoUringEnter.Invoke(_descriptor, (uint)submit, wait, &argument);
            int errno = submitted < 0 ? Marshal.GetLastPInvokeError() : 0;
            for (; submitted > 0; submitted--, submit--, first++)
            {
                _running++;
                _pending |= 1U << (int)_memory.RequestAt(first)->UserData;
            }

            Reap();
            bool goesOn = errno is 0 or Errno.Interrupted or Errno.TryAgain or Errno.TimerExpired;
            if (!goesOn || (left == 0 && IsDue()))
            {
                // Withdraw the requests that the kernel has not taken, so that it does not take them later.
                *_memory.SubmissionTail -= (uint)submit;
                return goesOn ? Errno.TryAgain : errno;
            }
        }

        return 0;

        bool IsDue() => submit > 0 || (_running > 0 && (untilAllEnd || _ended == 0));
    }

    /// <summary>Takes all available completions.</summary>
    private void Reap()
    {
        uint head = *_memory.CompletionHead;
        // The kernel writes the completions before it writes the tail.
        uint tail = Volatile.Read(ref *_memory.CompletionTail);
        for (; head != tail; head++)
        {
            IoUringCompletion* completion = _memory.CompletionAt(head);
            _running--;
            _results[completion->UserData] = completion->Result;
            _pending &= ~(1U << (int)completion->UserData);
            _ended |= 1U << (int)completion->UserData;
        }

        Volatile.Write(ref *_memory.CompletionHead, head);
    }

    /// <summary>
    /// Cancels the running requests repeatedly: a linked request starts only when the preceding one of its chain has ended.
    /// </summary>
    private void CancelAll()
    {
        long end = Environment.TickCount64 + (long)s_cancelLimit.TotalMilliseconds;
        while (_pending != 0 && Environment.TickCount64 < end)
        {
            for (int i = 0; i < _most; i++)
            {
                if ((_pending & (1U << i)) != 0)
                {
                    // Its own number is one that no other request has.
                    Put(IoUringRequest.AsyncCancel, _most)->Address = (void*)i;
                }
            }

            if (Enter(Environment.TickCount64 + (long)s_cancelInterval.TotalMilliseconds, untilAllEnd: true) is not (0 or Errno.TryAgain))
            {
                return;
            }
        }
    }
}
