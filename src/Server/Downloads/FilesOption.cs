using System.CommandLine;

namespace FileTransfer.Server.Downloads;

/// <summary>The option that tells a server what to serve.</summary>
internal static class FilesOption
{
    /// <summary>Makes the option; it takes a folder or a file that exists.</summary>
    public static Option<string?> Create() => new("--files")
    {
        Description = "Serve the files of this folder, or this one file, to every client that can connect. Default: none.",
        CustomParser = result =>
        {
            string path = result.Tokens[0].Value;
            if (Directory.Exists(path) || File.Exists(path))
            {
                return path;
            }

            result.AddError($"--files: there is no folder or file {path}");
            return null;
        },
    };
}
