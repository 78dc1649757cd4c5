namespace FileTransfer.Results;

/// <summary>A results file cannot be used. The message gives the reason and what to do.</summary>
internal sealed class ResultsFileException : Exception
{
    /// <summary>A file with wrong content.</summary>
    public ResultsFileException(string message)
        : base(message)
    {
    }

    /// <summary>A file that could not be read or parsed, with the original error.</summary>
    public ResultsFileException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
