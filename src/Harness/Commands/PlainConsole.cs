using Spectre.Console;

namespace FileTransfer.Harness.Commands;

/// <summary>A Spectre console over any writer, without colours.</summary>
internal static class PlainConsole
{
    private const int Unlimited = 400;

    /// <param name="output">The writer.</param>
    /// <param name="width">Width at which it wraps lines; practically unlimited by default.</param>
    public static IAnsiConsole For(TextWriter output, int width = Unlimited)
    {
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.No,
            ColorSystem = ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
            Out = new AnsiConsoleOutput(output),
        });
        console.Profile.Width = width;
        return console;
    }
}
