using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace FileTransfer.Sending;

// The part that judges calls that moved nothing.
internal sealed partial class LinuxSend
{
    /// <summary>Judges a send that moved nothing: true when the socket is full, false when the call is to be repeated.</summary>
    /// <exception cref="FileSendException">The connection was lost.</exception>
    private bool IsFull()
    {
        int error = Marshal.GetLastPInvokeError();
        return error is Native.TryAgain or Native.Interrupted
            ? error == Native.TryAgain
            : throw Lost(new SocketException((int)SocketErrorOf(error), Marshal.GetPInvokeErrorMessage(error)));
    }

    private static SocketError SocketErrorOf(int error) => error switch
    {
        Native.Reset => SocketError.ConnectionReset,
        Native.TimedOut => SocketError.TimedOut,
        _ => SocketError.Shutdown,
    };

    private FileSendException Lost(Exception exception) => new(
        $"{_name} was not sent to its end: {Sent} bytes had left when the connection failed: {exception.Message}; "
        + (Sent > 0 ? "close the connection" : "connect again"),
        Sent,
        exception);

    private void ThrowUnlessInterrupted()
    {
        int error = Marshal.GetLastPInvokeError();
        if (error != Native.Interrupted)
        {
            throw new FileSendException($"{_name} cannot be read: {Marshal.GetPInvokeErrorMessage(error)}{AfterSending}", Sent);
        }
    }

    private void ThrowIfEnded(nint count)
    {
        if (count == 0)
        {
            throw new FileSendException(
                $"{_name} became shorter while it was sent: it ends at {_offset}, before {_end}{AfterSending}",
                Sent);
        }
    }

    private string AfterSending => Sent > 0 ? $"; {Sent} bytes had left: close the connection" : "; nothing was sent";
}
