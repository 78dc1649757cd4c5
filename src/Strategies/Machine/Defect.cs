namespace FileTransfer.Strategies.Machine;

/// <summary>What a user reads of an exception that nobody expected: a line, and how its trace is to be had.</summary>
internal static class Defect
{
    /// <summary>Environment variable that lets such an exception end the process with its trace.</summary>
    public const string Variable = "FILETRANSFER_TRACE";

    /// <summary>True for somebody who looks for the defect.</summary>
    public static bool IsLookedFor => !string.IsNullOrEmpty(Environment.GetEnvironmentVariable(Variable));

    /// <summary>The line.</summary>
    public static string Words(Exception exception) => exception is OutOfMemoryException
        // The thread pool of .NET throws it too, when it gets no thread, and nothing can catch it there.
        ? "Out of memory. .NET could get no more memory, or start no more threads: look at memory.max and pids.max of the control group, "
        + "and at ulimit -v and -u"
        : $"{exception.GetType().Name}: {exception.Message.ReplaceLineEndings(" ")} That is a defect of this program; please report it, "
        + $"with what is printed where {Variable}=1 is set";

    /// <summary>Ends the process with the line when a thread throws such an exception, where the runtime would print its trace.</summary>
    /// <param name="program">Words before the line, such as <c>error: </c>.</param>
    /// <param name="exitCode">Exit code of the process.</param>
    public static void EndWithALine(string program, int exitCode)
    {
        if (IsLookedFor)
        {
            return;
        }

        AppDomain.CurrentDomain.UnhandledException += (_, thrown) =>
        {
            Console.Error.WriteLine(program + Words((Exception)thrown.ExceptionObject));
            Environment.Exit(exitCode);
        };
    }
}
