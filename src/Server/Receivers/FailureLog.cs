using System.Diagnostics;
using System.Globalization;

namespace FileTransfer.Server.Receivers;

/// <summary>Writes a fault of the server as one line, from which a person can find its cause.</summary>
internal static class FailureLog
{
    /// <summary>Writes time, receiver, peer, the chain of exceptions, and the method that threw the innermost.</summary>
    public static void Write(TextWriter errors, string receiver, string peer, Exception exception)
    {
        string line = string.Create(
            CultureInfo.InvariantCulture,
            $"{DateTime.UtcNow:yyyy-MM-ddTHH:mm:ss.fffZ} server: {receiver}: the connection of {peer} ended by a fault of the server: ");
        try
        {
            // One call with the end of line, because other connections write too.
            errors.Write(line + Words(exception) + '\n');
        }
        catch (Exception unwritten) when (unwritten is IOException or ObjectDisposedException)
        {
            // Standard error is closed.
        }
    }

    private static string Words(Exception exception)
    {
        List<string> words = [];
        string where = "";
        for (Exception? one = exception; one is not null; one = one.InnerException)
        {
            words.Add($"{one.GetType().FullName}: {one.Message}");
            // An exception that was never thrown has no trace.
            if (new StackTrace(one).GetFrame(0)?.GetMethod() is { } thrower)
            {
                where = $" (in {thrower.DeclaringType?.FullName}.{thrower.Name})";
            }
        }

        return string.Join(" <- ", words).ReplaceLineEndings(" ") + where;
    }
}
