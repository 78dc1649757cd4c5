using Spectre.Console;

namespace FileTransfer.Harness.Commands;

/// <summary>A Spectre console over any writer, that never breaks lines to fit a terminal it does not have.</summary>
internal static class PlainConsole
{
    private const int Unlimited = 400;

    public static IAnsiConsole For(TextWriter output)
    {
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.No,
            ColorSystem = ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
            Out = new AnsiConsoleOutput(output),
        });
        console.Profile.Width = Unlimited;
        return console;
    }
}
