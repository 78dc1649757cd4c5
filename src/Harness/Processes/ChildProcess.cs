using System.ComponentModel;
using System.Diagnostics;

namespace FileTransfer.Harness.Processes;

/// <summary>Starts the processes of a run.</summary>
internal static class ChildProcess
{
    /// <summary>Starts a process.</summary>
    /// <param name="start">What to start.</param>
    /// <param name="what">What it is, for the error: "the server".</param>
    /// <exception cref="IOException">It could not be started; the message says what is probably missing.</exception>
    public static Process Start(ProcessStartInfo start, string what)
    {
        try
        {
            return Process.Start(start) ?? throw new IOException($"{what} process could not be started");
        }
        catch (Win32Exception exception)
        {
            throw new IOException(
                $"{what} process could not be started: {exception.Message}; the harness must have descriptors (ulimit -n) and processes "
                + "(ulimit -u) left",
                exception);
        }
    }
}
