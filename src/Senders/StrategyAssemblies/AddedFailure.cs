using System.Diagnostics;
using System.Runtime.Loader;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Senders.StrategyAssemblies;

/// <summary>Puts what code of an added assembly threw into a line for its author.</summary>
internal static class AddedFailure
{
    /// <summary>
    /// The message of an exception; one that such code threw, and that is no <see cref="TransferException"/>, is described.
    /// </summary>
    public static string Explain(Exception exception) =>
        exception is TransferException || PlaceOf(exception) is null ? exception.Message : Describe(exception);

    /// <summary>Type and message of an exception, and the line that threw it, where the assembly was built with symbols.</summary>
    public static string Describe(Exception exception)
    {
        string place = PlaceOf(exception) is { } frame && frame.GetFileName() is { } file
            ? $" ({Path.GetFileName(file)}:{frame.GetFileLineNumber()})"
            : "";
        return $"{exception.GetType().Name}: {OneLine(exception.Message)}{place}";
    }

    /// <summary>Somebody else's message as one line.</summary>
    public static string OneLine(string message) => message.ReplaceLineEndings(" ").Trim();

    private static StackFrame? PlaceOf(Exception exception) =>
        new StackTrace(exception, fNeedFileInfo: true).GetFrames().FirstOrDefault(IsAdded);

    private static bool IsAdded(StackFrame frame) =>
        frame.GetMethod() is { } method && AssemblyLoadContext.GetLoadContext(method.Module.Assembly) is SharingLoadContext;
}
