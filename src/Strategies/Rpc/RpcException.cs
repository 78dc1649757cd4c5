using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Rpc;

/// <summary>A call that fetched nothing that can be relied on. Its message begins with the code.</summary>
public sealed class RpcException(string code, TransferErrorKind kind, string message, Exception? innerException = null)
    : TransferException(kind, $"{code}: {message}", innerException)
{
    /// <summary>One of <see cref="RpcCode"/>.</summary>
    public string Code { get; } = code;

    /// <summary>What came is no message that was asked for.</summary>
    internal static RpcException Malformed(string message, Exception? innerException = null) => new(RpcCode.Malformed, TransferErrorKind.Mismatch, message, innerException);

    /// <summary>What came is another message, or less of it, than was sent.</summary>
    internal static RpcException DataLoss(string message, Exception? innerException = null) => new(RpcCode.DataLoss, TransferErrorKind.Mismatch, message, innerException);

    /// <summary>More came, or was announced, than can have been asked for.</summary>
    internal static RpcException TooLarge(string what, long bytes, long most) => new(
        RpcCode.ResourceExhausted,
        TransferErrorKind.Rejected,
        $"{what} of {bytes} bytes is longer than the {most} that the answer may have");
}
