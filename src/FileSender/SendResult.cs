namespace FileTransfer.Sending;

/// <summary>What a call of <see cref="FileSender"/> did.</summary>
/// <param name="Method">The method that moved the bytes.</param>
/// <param name="Bytes">Bytes of the file that were sent, without the head.</param>
/// <param name="Calls">
/// System calls that moved bytes, reads and sends together; where the runtime makes them, calls of the runtime. 0 for
/// <see cref="SendMethod.StreamCopy"/>, which does not tell.
/// </param>
/// <param name="FileLength">Length of the file in bytes when the call began.</param>
/// <remarks>The bytes were handed to the kernel. Only an answer of the peer proves that it has received them.</remarks>
public readonly record struct SendResult(SendMethod Method, long Bytes, int Calls, long FileLength);
