namespace FileTransfer.Strategies;

/// <summary>Opens payloads, and puts into words why one cannot be opened.</summary>
public static class PayloadFile
{
    /// <summary>Opens a payload as most programs do, with a FileStream.</summary>
    /// <exception cref="TransferException">It cannot be opened.</exception>
    public static FileStream OpenStream(Payload payload)
    {
        try
        {
            return File.OpenRead(payload.Path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw Unreadable(payload, exception.Message, exception);
        }
    }

    /// <summary>Says why a payload cannot be opened, and what to do.</summary>
    public static TransferException Unreadable(Payload payload, string reason, Exception? exception = null) => new(
        TransferErrorKind.PayloadUnreadable,
        $"{payload.Path} cannot be opened: {reason}; it must exist and be readable, and the process must have descriptors left (ulimit -n)",
        exception);
}
