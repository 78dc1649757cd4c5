namespace FileTransfer.Strategies.Access;

/// <summary>Where a process finds the token that receivers ask for: in its environment, which other users cannot read.</summary>
public static class TokenVariable
{
    /// <summary>Name of the environment variable.</summary>
    public const string Name = "FILETRANSFER_TOKEN";

    /// <summary>The token of this process; null when there is none.</summary>
    public static string? Value => Environment.GetEnvironmentVariable(Name) is { Length: > 0 } token ? token : null;

    /// <summary>The token on the first line of a file; without a file, that of this process.</summary>
    /// <exception cref="ArgumentException">The file's first line is empty.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be read.</exception>
    public static string? Of(string? file)
    {
        if (file is null)
        {
            return Value;
        }

        string? line = File.ReadLines(file).FirstOrDefault()?.Trim();
        return line is { Length: > 0 } ? line : throw new ArgumentException($"the first line of {file} is empty, and should be the token");
    }
}
