namespace FileTransfer.Sending;

/// <summary>Methods of sending a file.</summary>
public enum SendMethod
{
    /// <summary>Read into a buffer and send from it. The head leaves in the same call as the file's first bytes.</summary>
    ReadAndSend,

    /// <summary>The head with MSG_MORE (send(2)), then sendfile(2).</summary>
    SendFile,

    /// <summary>Socket.SendFile with the head as its first buffer: TransmitFile on Windows, sendfile on macOS.</summary>
    SocketSendFile,

    /// <summary>Stream.CopyToAsync, because one of the streams has no descriptor that the kernel could use.</summary>
    StreamCopy,

    /// <summary>
    /// The head with MSG_MORE, then splice(2) through a pipe of 1 MiB, for what is in memory of a large file. The rest goes by sendfile(2).
    /// </summary>
    Splice,
}
