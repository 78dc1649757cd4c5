using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;

namespace FileTransfer.Harness.Commands;

/// <summary>Help in which some options stand under a heading of their own.</summary>
/// <param name="help">What writes the help.</param>
/// <param name="heading">The heading, with a colon.</param>
/// <param name="options">Names of the options below it; a command without them has no heading.</param>
internal sealed class HelpWithGroup(HelpAction help, string heading, IReadOnlyList<string> options) : SynchronousCommandLineAction
{
    private const string OfAnOption = "  -";
    private const string OfADescription = "   ";

    /// <summary>True: help is wanted before the arguments are there.</summary>
    public override bool ClearsParseErrors => true;

    /// <summary>Gives the help of a program the heading.</summary>
    public static void AddTo(RootCommand root, string heading, IReadOnlyList<string> options)
    {
        HelpOption option = root.Options.OfType<HelpOption>().Single();
        option.Action = new HelpWithGroup((HelpAction)option.Action!, heading, options);
    }

    /// <inheritdoc/>
    public override int Invoke(ParseResult parseResult)
    {
        TextWriter output = parseResult.InvocationConfiguration.Output;
        using var whole = new StringWriter { NewLine = output.NewLine };
        parseResult.InvocationConfiguration.Output = whole;
        try
        {
            int exitCode = help.Invoke(parseResult);
            output.Write(Group(whole.ToString().ReplaceLineEndings("\n")).ReplaceLineEndings(output.NewLine));
            return exitCode;
        }
        finally
        {
            parseResult.InvocationConfiguration.Output = output;
        }
    }

    /// <summary>Moves the lines of the options, those of their descriptions included, to the end of the list in which they stand.</summary>
    private string Group(string text)
    {
        List<string> others = [];
        List<string> grouped = [];
        int end = 0;
        bool isListed = false;
        bool isMoved = false;
        foreach (string line in text.Split('\n'))
        {
            if (line.StartsWith(OfAnOption, StringComparison.Ordinal))
            {
                isListed = true;
                isMoved = options.Any(option => line.StartsWith($"  {option} ", StringComparison.Ordinal));
            }
            else if (!line.StartsWith(OfADescription, StringComparison.Ordinal))
            {
                isListed = isMoved = false;
            }

            (isMoved ? grouped : others).Add(line);
            end = isListed ? others.Count : end;
        }

        return grouped.Count == 0 ? text : string.Join('\n', [.. others.Take(end), "", heading, .. grouped, .. others.Skip(end)]);
    }
}
