using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Rpc;

/// <summary>A call that did not fetch a valid message. The exception's message begins with the code.</summary>
public sealed class RpcException(string code, TransferErrorKind kind, string message, Exception? innerException = null)
    : TransferException(kind, $"{code}: {message}", innerException)
{
    /// <summary>One of the codes in <see cref="RpcCode"/>.</summary>
    public string Code { get; } = code;

    /// <summary>The exception for an answer that is not a valid message.</summary>
    internal static RpcException Malformed(string message, Exception? innerException = null) =>
        new(RpcCode.Malformed, TransferErrorKind.Mismatch, message, innerException);

    /// <summary>The exception for an incomplete message, or one that differs from the sent message.</summary>
    internal static RpcException DataLoss(string message, Exception? innerException = null) =>
        new(RpcCode.DataLoss, TransferErrorKind.Mismatch, message, innerException);

    /// <summary>The exception for a received or announced length beyond the limit of the answer.</summary>
    internal static RpcException TooLarge(string part, long bytes, long most) => new(
        RpcCode.ResourceExhausted,
        TransferErrorKind.Rejected,
        $"{part} of {bytes} bytes is longer than the {most} bytes that the answer may have");
}
