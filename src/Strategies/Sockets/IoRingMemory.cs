using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Sockets;

/// <summary>The memory that an io_uring(7) shares with the kernel: both rings, the requests, and the buffer; owns the mappings.</summary>
internal sealed unsafe class IoRingMemory(nuint bufferLength)
{
    private const int NoFile = -1;

    private nint _rings = MMap.Failed;
    private nuint _ringsLength;
    private nint _requests = MMap.Failed;
    private nuint _requestsLength;
    private nint _buffer = MMap.Failed;
    private uint _submissionMask;
    private uint _completionMask;
    private IoUringCompletion* _completions;

    /// <summary>The buffer, page-aligned.</summary>
    public byte* Buffer => (byte*)_buffer;

    public nuint BufferLength => bufferLength;

    /// <summary>Position of the next request; this process writes it, the kernel reads it.</summary>
    public uint* SubmissionTail { get; private set; }

    /// <summary>Position of the first completion that was not taken; this process writes it, the kernel reads it.</summary>
    public uint* CompletionHead { get; private set; }

    /// <summary>Position after the last completion; the kernel writes it.</summary>
    public uint* CompletionTail { get; private set; }

    /// <summary>Maps all memory of a new ring.</summary>
    /// <exception cref="TransferException">The kernel refuses; what was mapped stays until <see cref="Unmap(bool)"/>.</exception>
    public void Map(int descriptor, in IoUringSetup.Parameters parameters)
    {
        _ringsLength = Math.Max(
            parameters.Submission.Array + (parameters.SubmissionEntries * sizeof(uint)),
            parameters.Completion.Completions + (parameters.CompletionEntries * (uint)sizeof(IoUringCompletion)));
        _rings = MapOrThrow(_ringsLength, MMap.Shared | MMap.Populate, descriptor, IoUringSetup.RingsOffset);
        _requestsLength = parameters.SubmissionEntries * (nuint)sizeof(IoUringRequest);
        _requests = MapOrThrow(_requestsLength, MMap.Shared | MMap.Populate, descriptor, IoUringSetup.RequestsOffset);
        _buffer = MapOrThrow(bufferLength, MMap.Private | MMap.Anonymous | MMap.Populate, NoFile, 0);

        byte* rings = (byte*)_rings;
        SubmissionTail = (uint*)(rings + parameters.Submission.Tail);
        _submissionMask = *(uint*)(rings + parameters.Submission.Mask);
        CompletionHead = (uint*)(rings + parameters.Completion.Head);
        CompletionTail = (uint*)(rings + parameters.Completion.Tail);
        _completionMask = *(uint*)(rings + parameters.Completion.Mask);
        _completions = (IoUringCompletion*)(rings + parameters.Completion.Completions);

        // The ring contains indices of requests; here position n always refers to request n.
        uint* indices = (uint*)(rings + parameters.Submission.Array);
        for (uint i = 0; i < parameters.SubmissionEntries; i++)
        {
            indices[i] = i;
        }
    }

    /// <summary>The request at a position of the submission ring; positions wrap around.</summary>
    public IoUringRequest* RequestAt(uint position) => (IoUringRequest*)_requests + (position & _submissionMask);

    /// <summary>The completion at a position of the completion ring; positions wrap around.</summary>
    public IoUringCompletion* CompletionAt(uint position) => _completions + (position & _completionMask);

    /// <summary>Unmaps the memory; <paramref name="includingBuffer"/> only when the kernel no longer uses the buffer.</summary>
    public void Unmap(bool includingBuffer)
    {
        Unmap(ref _requests, _requestsLength);
        Unmap(ref _rings, _ringsLength);
        if (includingBuffer)
        {
            Unmap(ref _buffer, bufferLength);
        }
    }

    private static void Unmap(ref nint address, nuint length)
    {
        if (address != MMap.Failed)
        {
            MUnmap.Invoke(address, length);
            address = MMap.Failed;
        }
    }

    private static nint MapOrThrow(nuint length, int flags, int descriptor, long offset)
    {
        nint address = MMap.Invoke(0, length, MMap.Readable | MMap.Writable, flags, descriptor, offset);
        return address != MMap.Failed ? address : throw IoUringRefusal.ForMapping(Marshal.GetLastPInvokeError(), (long)length);
    }
}
