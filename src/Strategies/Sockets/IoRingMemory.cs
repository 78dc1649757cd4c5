using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Sockets;

/// <summary>What an io_uring(7) shares with the kernel: both rings, the requests, and the buffer; owns the mappings.</summary>
internal sealed unsafe class IoRingMemory(nuint bufferLength)
{
    private const int NoFile = -1;

    /// <summary>IORING_OFF_SQ_RING and IORING_OFF_SQES: what is mapped, said by an offset.</summary>
    private const long RingsOffset = 0;
    private const long RequestsOffset = 0x10000000;

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

    /// <summary>Its length in bytes.</summary>
    public nuint BufferLength => bufferLength;

    /// <summary>Where the next request goes; written here, read by the kernel.</summary>
    public uint* SubmissionTail { get; private set; }

    /// <summary>The first completion that was not taken; written here, read by the kernel.</summary>
    public uint* CompletionHead { get; private set; }

    /// <summary>Behind the last completion; written by the kernel.</summary>
    public uint* CompletionTail { get; private set; }

    /// <summary>Maps everything that a new ring has.</summary>
    /// <exception cref="TransferException">The kernel refuses; what was mapped stays until <see cref="Unmap(bool)"/>.</exception>
    public void Map(int descriptor, in IoUringSetup.Parameters parameters)
    {
        _ringsLength = Math.Max(
            parameters.Submission.Array + (parameters.SubmissionEntries * sizeof(uint)),
            parameters.Completion.Completions + (parameters.CompletionEntries * (uint)sizeof(IoUringCompletion)));
        _rings = MapOrThrow(_ringsLength, MMap.Shared | MMap.Populate, descriptor, RingsOffset);
        _requestsLength = parameters.SubmissionEntries * (nuint)sizeof(IoUringRequest);
        _requests = MapOrThrow(_requestsLength, MMap.Shared | MMap.Populate, descriptor, RequestsOffset);
        _buffer = MapOrThrow(bufferLength, MMap.Private | MMap.Anonymous | MMap.Populate, NoFile, 0);

        byte* rings = (byte*)_rings;
        SubmissionTail = (uint*)(rings + parameters.Submission.Tail);
        _submissionMask = *(uint*)(rings + parameters.Submission.Mask);
        CompletionHead = (uint*)(rings + parameters.Completion.Head);
        CompletionTail = (uint*)(rings + parameters.Completion.Tail);
        _completionMask = *(uint*)(rings + parameters.Completion.Mask);
        _completions = (IoUringCompletion*)(rings + parameters.Completion.Completions);

        // The ring holds indices of requests; here place n always stands for request n.
        uint* indices = (uint*)(rings + parameters.Submission.Array);
        for (uint i = 0; i < parameters.SubmissionEntries; i++)
        {
            indices[i] = i;
        }
    }

    /// <summary>The request at a place of the submission ring, which may have gone round.</summary>
    public IoUringRequest* RequestAt(uint place) => (IoUringRequest*)_requests + (place & _submissionMask);

    /// <summary>The completion at a place of the completion ring, which may have gone round.</summary>
    public IoUringCompletion* CompletionAt(uint place) => _completions + (place & _completionMask);

    /// <summary>Ends the mappings; the buffer's only when the kernel has no business with it any more.</summary>
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
