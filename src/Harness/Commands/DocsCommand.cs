using System.CommandLine;
using FileTransfer.Harness.Docs;

namespace FileTransfer.Harness.Commands;

/// <summary>Writes the generated parts of the documentation anew, from the published runs and the catalog.</summary>
internal static class DocsCommand
{
    public static Command Build(TextWriter output)
    {
        var command = new Command("docs", "Write the tables of README.md and docs/ anew, from the published runs.");
        var root = new Argument<string>("ROOT") { Description = "The folder that README.md is in.", DefaultValueFactory = _ => "." };
        var check = new Option<bool>("--check") { Description = "Write nothing; fail when a page is not what it would become." };
        command.Add(root);
        command.Add(check);
        command.SetAction(result => Run(result.GetRequiredValue(root), result.GetValue(check), output));
        return command;
    }

    private static int Run(string root, bool isCheck, TextWriter output)
    {
        int changed = 0;
        foreach (DocumentPage page in DocumentPage.All(root))
        {
            if (isCheck ? page.Render() != page.Text : page.Update())
            {
                output.WriteLine(isCheck ? $"{page.Path} is not up to date; run docs without --check" : page.Path);
                changed++;
            }
        }

        return isCheck && changed > 0 ? ExitCode.Failed : ExitCode.Success;
    }
}
