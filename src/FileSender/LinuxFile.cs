using System.Runtime.InteropServices;

namespace FileTransfer.Sending;

/// <summary>Opens files with open(2), and looks at them. File.OpenHandle takes as long as sending a small file.</summary>
internal static class LinuxFile
{
    /// <summary>Opens a file for reading.</summary>
    /// <returns>Its descriptor, which the caller closes.</returns>
    public static int Open(string path)
    {
        int file;
        // Without O_NONBLOCK the opening of a named pipe waits for a writer; for files it means nothing: open(2).
        while ((file = Native.Open(path, Native.CloseOnExec | Native.NonBlocking)) < 0)
        {
            int error = Marshal.GetLastPInvokeError();
            if (error != Native.Interrupted)
            {
                string reason = $"{path}: {Marshal.GetPInvokeErrorMessage(error)}";
                throw error switch
                {
                    Native.NotFound => new FileNotFoundException(reason, path),
                    Native.Forbidden => new UnauthorizedAccessException(reason),
                    _ => new FileSendException($"{reason}; nothing was sent", bytesSent: 0),
                };
            }
        }

        return file;
    }

    /// <summary>Length of an open file, in bytes.</summary>
    /// <exception cref="FileSendException">It is a directory, a pipe or a device, or cannot be looked at.</exception>
    public static long LengthOf(int file, string name)
    {
        if (!Native.TryInspect(file, out FileType type, out long length))
        {
            throw new FileSendException(
                $"{name} cannot be looked at: {Marshal.GetLastPInvokeErrorMessage()}; nothing was sent",
                bytesSent: 0);
        }

        return type == FileType.Regular
            ? length
            : throw new FileSendException($"{name} is {Describe(type)}, not a file; nothing was sent", bytesSent: 0);
    }

    /// <summary>True when calls on the descriptor return EAGAIN instead of waiting.</summary>
    public static bool IsNonBlocking(SafeHandle socket) => (Native.Control(socket, Native.GetFlags, 0) & Native.NonBlocking) != 0;

    private static string Describe(FileType type) => type switch
    {
        FileType.Directory => "a directory",
        FileType.Pipe => "a pipe",
        FileType.CharacterDevice or FileType.BlockDevice => "a device",
        FileType.Socket => "a socket",
        _ => "something else",
    };
}
