using System.Text;

namespace FileTransfer.Strategies.Machine;

/// <summary>Lets a process of ours write and read UTF-8, as its parent and its reader expect.</summary>
/// <remarks>Elsewhere than on Windows it does so anyway; there a console has a code page, in which a µ may not exist.</remarks>
internal static class Utf8Console
{
    private static readonly UTF8Encoding s_utf8 = new(encoderShouldEmitUTF8Identifier: false);

    /// <summary>Begins; call it before anything is printed. When the process exits, a console has the code page that it had.</summary>
    public static void Begin()
    {
        if (!OperatingSystem.IsWindows())
        {
            return;
        }

        Encoding output = Console.OutputEncoding;
        Encoding input = Console.InputEncoding;
        Use(s_utf8, s_utf8);
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Use(output, input);
    }

    private static void Use(Encoding output, Encoding input)
    {
        try
        {
            Console.OutputEncoding = output;
            Console.InputEncoding = input;
        }
        catch (IOException)
        {
            // A console that takes no other code page: what is beyond it will look odd, and nothing else.
        }
    }
}
