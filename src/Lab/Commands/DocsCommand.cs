using System.CommandLine;
using FileTransfer.Lab.Docs;
using FileTransfer.Results.Errors;

namespace FileTransfer.Lab.Commands;

/// <summary>Renews the generated parts of the documentation from the published runs and the catalog.</summary>
internal static class DocsCommand
{
    public static Command Build(TextWriter output)
    {
        var command = new Command(
            "docs",
            "Renew the tables of README.md and docs/, and the reports and pictures they show, from the published runs.");
        var root = new Argument<string>("ROOT") { Description = "Root folder of the repository.", DefaultValueFactory = _ => "." };
        var check = new Option<bool>("--check") { Description = "Write nothing; fail when a page is out of date." };
        command.Add(root);
        command.Add(check);
        command.SetAction(result => Run(result.GetRequiredValue(root), result.GetValue(check), output));
        return command;
    }

    private static int Run(string root, bool isCheck, TextWriter output)
    {
        List<string> changed = [];
        foreach (DocumentPage page in DocumentPage.All(root))
        {
            if (isCheck ? page.Render() != page.Text : page.Update())
            {
                changed.Add(page.Path);
            }
        }

        foreach (PublishedFolder run in PublishedFolder.All(root, DocumentPage.All(root)))
        {
            changed.AddRange((isCheck ? run.Outdated() : run.Update()).Select(name => $"{run.Path}/{name}"));
        }

        foreach (string path in changed)
        {
            output.WriteLine(isCheck ? $"{path} is not up to date; run docs without --check" : path);
        }

        return isCheck && changed.Count > 0 ? ExitCode.Failed : ExitCode.Success;
    }
}
