using System.Runtime.InteropServices;
using FileTransfer.Harness.Comparing;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Processes;

namespace FileTransfer.Harness.Commands;

/// <summary>Reads what a user calls a side of a comparison: a commit, a build, a runtime, a server, options, variables.</summary>
internal static class SideReader
{
    private const string AsItIs = "as it is";

    /// <summary>Reads a side: its words, one after another, and its variables.</summary>
    /// <param name="words">Values of <c>--base</c> or <c>--diff</c>.</param>
    /// <param name="variables">Environment variables, NAME=VALUE.</param>
    /// <param name="progress">Is told when a commit is built.</param>
    /// <param name="cancellationToken">Ends a build.</param>
    /// <exception cref="UsageException">A word is nothing that can be compared.</exception>
    public static async Task<ComparedSide> ReadAsync(
        string[] words,
        string[] variables,
        TextWriter progress,
        CancellationToken cancellationToken)
    {
        var side = new ComparedSide
        {
            Words = words.Length + variables.Length == 0 ? AsItIs : string.Join(" ", words.Concat(variables)),
            Environment = ReadVariables(variables),
        };
        foreach (string word in words)
        {
            side = await ReadWordAsync(side, word, progress, cancellationToken);
        }

        if (side.Program.IsForAnotherSystem)
        {
            throw new UsageException(
                $"'{side.Words}': {side.Program.Assembly} was published for another system than this one "
                + $"({RuntimeInformation.RuntimeIdentifier})");
        }

        // Only a runtime that was named is another than ours.
        return side.Program.BringsRuntime && side.Program.Host != DotnetHost.Path
            ? throw new UsageException(
                $"'{side.Words}': {side.Program.Assembly} brings its own runtime and takes no other; add a folder with a build that needs "
                + "a runtime (dotnet build -c Release), or compare by the installed tool")
            : side;
    }

    private static async Task<ComparedSide> ReadWordAsync(
        ComparedSide side,
        string word,
        TextWriter progress,
        CancellationToken cancellationToken)
    {
        if (word.TrimStart().StartsWith("--", StringComparison.Ordinal))
        {
            return side with { Options = [.. side.Options, .. word.Split(' ', StringSplitOptions.RemoveEmptyEntries)] };
        }

        if (word.StartsWith("http://", StringComparison.Ordinal) || word.StartsWith("https://", StringComparison.Ordinal))
        {
            return Uri.TryCreate(word, UriKind.Absolute, out Uri? address) && address.PathAndQuery == "/"
                ? side with { Options = [.. side.Options, "--server", word] }
                : throw new UsageException(
                    $"'{word}' is no control address of a server of ours; servers of another make are compared by --url ONE --url OTHER");
        }

        string host = Path.Combine(word, ProgramFile.WithExtension("dotnet"));
        if (File.Exists(host))
        {
            return side with
            {
                Program = side.Program with { Host = Path.GetFullPath(host) },
                Environment = new Dictionary<string, string>(side.Environment) { ["DOTNET_ROOT"] = Path.GetFullPath(word) },
            };
        }

        if (Directory.Exists(word))
        {
            return side with
            {
                Program = CommitBuilder.Find(word) is { } found ? found with { Host = side.Program.Host } : throw new UsageException(
                    $"'{word}' has neither a build of this program (dotnet build -c Release) nor a .NET runtime in it"),
            };
        }

        string hash = await CommitBuilder.ResolveAsync(word, cancellationToken) ?? throw new UsageException(
            $"'{word}' is no folder, no server, no option and no commit of the repository in {Environment.CurrentDirectory}");
        ProgramFile built = await CommitBuilder.BuildAsync(hash, progress, cancellationToken);
        return side with { Program = built with { Host = side.Program.Host } };
    }

    private static Dictionary<string, string> ReadVariables(string[] variables)
    {
        var read = new Dictionary<string, string>();
        foreach (string variable in variables)
        {
            string[] parts = variable.Split('=', 2);
            if (parts is not [{ Length: > 0 } name, var value])
            {
                throw new UsageException($"'{variable}' is no variable; write NAME=VALUE");
            }

            read[name] = value;
        }

        return read;
    }
}
