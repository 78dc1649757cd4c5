using System.CommandLine;
using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Commands;

/// <summary>Prints a shell script for completion of commands, options and values.</summary>
/// <remarks>The script calls the program with System.CommandLine's directive <c>[suggest]</c>, so it never becomes outdated.</remarks>
internal static class CompletionCommand
{
    private const string Bash = """
        # filetransfer completion bash > ~/.local/share/bash-completion/completions/filetransfer
        _filetransfer() {
            local IFS=$'\n'
            local word="${COMP_WORDS[COMP_CWORD]}"
            COMPREPLY=($(compgen -W "$(filetransfer "[suggest:$COMP_POINT]" "$COMP_LINE" 2> /dev/null)" -- "$word"))
        }
        complete -F _filetransfer filetransfer
        """;

    private const string Zsh = """
        # filetransfer completion zsh > a file that ~/.zshrc sources
        _filetransfer() {
            local -a found
            found=("${(@f)$(filetransfer "[suggest:$CURSOR]" "$BUFFER" 2> /dev/null)}")
            compadd -a found
        }
        compdef _filetransfer filetransfer
        """;

    private const string PowerShell = """
        # filetransfer completion powershell >> $PROFILE
        Register-ArgumentCompleter -Native -CommandName filetransfer -ScriptBlock {
            param($word, $line, $position)
            filetransfer "[suggest:$position]" "$line" 2> $null | Where-Object { $_ -like "$word*" } |
                ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
        }
        """;

    private static readonly (string Shell, string Script)[] s_scripts = [("bash", Bash), ("zsh", Zsh), ("powershell", PowerShell)];

    private static IReadOnlyList<string> Shells => [.. s_scripts.Select(script => script.Shell)];

    public static Command Build(TextWriter output)
    {
        var command = new Command("completion", "Print a script that makes a shell complete commands, options and values.");
        var shell = new Argument<string>("SHELL") { Description = $"One of {string.Join(", ", Shells)}." };
        shell.CompletionSources.Add([.. Shells]);
        command.Add(shell);
        command.SetAction(result =>
        {
            string asked = OptionValues.OneOf("shell", result.GetRequiredValue(shell), Shells);
            output.WriteLine(s_scripts.Single(script => script.Shell == asked).Script.ReplaceLineEndings("\n"));
            return ExitCode.Success;
        });
        return command;
    }
}
