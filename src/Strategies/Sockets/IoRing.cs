using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Sockets;

/// <summary>
/// An io_uring(7) with a registered buffer and two registered files; owns the descriptor and its memory.
/// </summary>
/// <remarks>
/// Requests are put in one after another and run together: <see cref="Run"/> returns when all of them have ended, so
/// that between two runs the kernel has no business with the buffer. One caller at a time, on any thread.
/// </remarks>
internal sealed unsafe class IoRing : IDisposable
{
    /// <summary>Slot of the connected socket.</summary>
    public const int SocketSlot = 0;

    /// <summary>Slot of the payload, empty between transfers.</summary>
    public const int FileSlot = 1;

    /// <summary>Requests of one run at most; as many again are needed to cancel them.</summary>
    private const int MostRequests = 4;

    private const uint Entries = 2 * MostRequests;

    /// <summary>What a request that cancels another carries; the others carry their number.</summary>
    private const ulong CancelId = MostRequests;

    private const int None = -1;

    private const uint NeededFeatures =
        IoUringSetup.SingleMapping | IoUringSetup.NoDrop | IoUringSetup.ExtendedArgument | IoUringSetup.LinkedFile;

    /// <summary>Cancelled requests are given this long to end, one attempt after another.</summary>
    private static readonly TimeSpan s_cancelLimit = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan s_cancelInterval = TimeSpan.FromMilliseconds(50);

    private readonly int[] _results = new int[MostRequests + 1];
    private readonly IoRingMemory _memory;
    private int _descriptor = None;

    /// <summary>Requests that were handed over and have not ended.</summary>
    private int _running;

    /// <summary>Bit n: request n was handed over and has not ended.</summary>
    private uint _pending;

    private IoRing(nuint bufferLength) => _memory = new IoRingMemory(bufferLength);

    /// <summary>Sees a request as it is handed over, and may change it.</summary>
    public delegate void Inspection(ref IoUringRequest request);

    /// <summary>The registered buffer, page-aligned.</summary>
    public byte* Buffer => _memory.Buffer;

    /// <summary>For tests: strace(1) does not see what is asked of a ring, and the kernel does a part of it only when it likes.</summary>
    public Inspection? Inspect { get; set; }

    /// <summary>True when requests were handed over that have not ended.</summary>
    public bool HasPending => _pending != 0;

    /// <summary>Number of requests put in since the last run, and so the number of the next one.</summary>
    public int Prepared { get; private set; }

    /// <summary>Makes a ring, and registers a buffer and two empty slots.</summary>
    /// <exception cref="TransferException">The kernel refuses; the message says why.</exception>
    public static IoRing Create(nuint bufferLength)
    {
        if (!OperatingSystem.IsLinux() || !Environment.Is64BitProcess)
        {
            throw IoUringRefusal.NoPlatform();
        }

        var ring = new IoRing(bufferLength);
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

    /// <summary>Puts the socket into its slot.</summary>
    /// <exception cref="TransferException">The kernel refuses.</exception>
    public void RegisterSocket(SafeHandle socket)
    {
        bool isHeld = false;
        try
        {
            socket.DangerousAddRef(ref isHeld);
            Update(SocketSlot, (int)socket.DangerousGetHandle());
        }
        finally
        {
            if (isHeld)
            {
                socket.DangerousRelease();
            }
        }
    }

    /// <summary>Empties the slot of the payload, where no request did.</summary>
    public void ForgetFile() => Update(FileSlot, None);

    /// <summary>The next request of the coming run, empty but for the operation; at most four.</summary>
    public IoUringRequest* Put(byte operation) => PutAs(operation, (ulong)Prepared);

    /// <summary>Runs the requests put in since the last run until all have ended.</summary>
    /// <returns>0, or an errno: EAGAIN when they had not ended at <paramref name="deadline"/> and were cancelled.</returns>
    /// <param name="deadline">When to give up, on the clock of <see cref="Environment.TickCount64"/>.</param>
    public int Run(long deadline)
    {
        for (int i = 0; Inspect is not null && i < Prepared; i++)
        {
            Inspect(ref *_memory.RequestAt(*_memory.SubmissionTail + (uint)i));
        }

        int errno = Enter(deadline);
        if (errno != 0)
        {
            CancelAll();
        }

        return errno;
    }

    /// <summary>What request <paramref name="index"/> of the last run returned: as its system call, or a negative errno.</summary>
    public int Result(int index) => _results[index];

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_descriptor != None)
        {
            // Closing alone leaves this to a worker that comes when it likes, and the socket open until then.
            IoUringRegister.Invoke(_descriptor, IoUringRegister.UnregisterFiles, null, 0);
            IoUringRegister.Invoke(_descriptor, IoUringRegister.UnregisterBuffers, null, 0);
            Close.Invoke(_descriptor);
            _descriptor = None;
        }

        // A request that has not ended still sends from the buffer, or reads into it: better lost than used by others.
        _memory.Unmap(includingBuffer: !HasPending);
    }

    private void Open()
    {
        var parameters = default(IoUringSetup.Parameters);
        _descriptor = IoUringSetup.Invoke(Entries, &parameters);
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

        int* files = stackalloc int[] { None, None };
        if (IoUringRegister.Invoke(_descriptor, IoUringRegister.Files, files, 2) < 0)
        {
            throw IoUringRefusal.ForFiles(Marshal.GetLastPInvokeError());
        }
    }

    private void Update(uint slot, int descriptor)
    {
        var update = new IoUringRegister.FileUpdate { Slot = slot, Descriptors = &descriptor };
        if (IoUringRegister.Invoke(_descriptor, IoUringRegister.FilesUpdate, &update, 1) < 0)
        {
            throw IoUringRefusal.ForFiles(Marshal.GetLastPInvokeError());
        }
    }

    private IoUringRequest* PutAs(byte operation, ulong userData)
    {
        IoUringRequest* request = _memory.RequestAt(*_memory.SubmissionTail + (uint)Prepared);
        *request = new IoUringRequest { Operation = operation, UserData = userData };
        Prepared++;
        return request;
    }

    /// <summary>Hands over what is prepared, and waits until everything that runs has ended; 0, or an errno.</summary>
    private int Enter(long deadline)
    {
        uint first = *_memory.SubmissionTail;
        int submit = Prepared;
        Prepared = 0;
        // The kernel reads the requests when it has read the tail: they must be written before.
        Volatile.Write(ref *_memory.SubmissionTail, first + (uint)submit);
        IoUringEnter.TimeSpecification limit;
        var argument = new IoUringEnter.Argument { Limit = &limit };
        while (submit > 0 || _running > 0)
        {
            long left = Math.Max(0, deadline - Environment.TickCount64);
            limit = new IoUringEnter.TimeSpecification { Seconds = left / 1000, SubsecondNanoseconds = left % 1000 * 1_000_000 };
            int submitted = IoUringEnter.Invoke(_descriptor, (uint)submit, (uint)(_running + submit), &argument);
            int errno = submitted < 0 ? Marshal.GetLastPInvokeError() : 0;
            for (; submitted > 0; submitted--, submit--, first++)
            {
                _running++;
                _pending |= 1U << (int)_memory.RequestAt(first)->UserData;
            }

            Reap();
            bool goesOn = errno is 0 or Errno.Interrupted or Errno.TryAgain or Errno.TimerExpired;
            if (!goesOn || (left == 0 && (submit > 0 || _running > 0)))
            {
                // What the kernel has not taken, it must not take later.
                *_memory.SubmissionTail -= (uint)submit;
                return goesOn ? Errno.TryAgain : errno;
            }
        }

        return 0;
    }

    /// <summary>Takes all completions there are.</summary>
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
        }

        Volatile.Write(ref *_memory.CompletionHead, head);
    }

    /// <summary>Ends what still runs, again and again: a request may begin only when the one before it in its chain has ended.</summary>
    private void CancelAll()
    {
        long end = Environment.TickCount64 + (long)s_cancelLimit.TotalMilliseconds;
        while (_pending != 0 && Environment.TickCount64 < end)
        {
            for (int i = 0; i < MostRequests; i++)
            {
                if ((_pending & (1U << i)) != 0)
                {
                    PutAs(IoUringRequest.AsyncCancel, CancelId)->Address = (void*)i;
                }
            }

            if (Enter(Environment.TickCount64 + (long)s_cancelInterval.TotalMilliseconds) is not (0 or Errno.TryAgain))
            {
                return;
            }
        }
    }
}
