using System.CommandLine;

namespace FileTransfer.Server.Keeping;

/// <summary>The option that tells a server where it may write files.</summary>
internal static class KeepOption
{
    /// <summary>Makes the option; it takes a folder that exists.</summary>
    public static Option<string?> Create() => new("--keep")
    {
        Description = "Write received files into this folder where the sender asks for it, until acknowledged. Default: none.",
        CustomParser = result =>
        {
            string path = result.Tokens[0].Value;
            if (Directory.Exists(path))
            {
                return path;
            }

            result.AddError($"--keep: there is no folder {path}");
            return null;
        },
    };
}
