using System.Diagnostics;
using System.Globalization;

namespace FileTransfer.Server.Receivers;

/// <summary>Tells of a fault of the server on one line, so that a person can find its cause.</summary>
internal static class FailureLog
{
    /// <summary>Writes when, where, whose connection and what: the chain of exceptions, and the method that threw the innermost.</summary>
    public static void Write(TextWriter errors, string receiver, string peer, Exception exception)
    {
        string line = string.Create(
            CultureInfo.InvariantCulture,
            $"{DateTime.UtcNow:yyyy-MM-ddTHH:mm:ss.fffZ} server: {receiver}: the connection of {peer} ended by a fault of the server: ");
        try
        {
            // In one call, end of line included: other connections write as well.
            errors.Write(line + Words(exception) + '\n');
        }
        catch (Exception unwritten) when (unwritten is IOException or ObjectDisposedException)
        {
            // Nobody reads standard error any more.
        }
    }

    private static string Words(Exception exception)
    {
        List<string> words = [];
        string where = "";
        for (Exception? one = exception; one is not null; one = one.InnerException)
        {
            words.Add($"{one.GetType().FullName}: {one.Message}");
            // One that was only made, and never thrown, has no trace.
            if (new StackTrace(one).GetFrame(0)?.GetMethod() is { } thrower)
            {
                where = $" (in {thrower.DeclaringType?.FullName}.{thrower.Name})";
            }
        }

        return string.Join(" <- ", words).ReplaceLineEndings(" ") + where;
    }
}
