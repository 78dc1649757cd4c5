namespace FileTransfer.Harness.Results;

/// <summary>A results file cannot be used; the message says what is wrong with it and what to do.</summary>
internal sealed class ResultsFileException : Exception
{
    /// <summary>A file that is wrong in itself.</summary>
    public ResultsFileException(string message)
        : base(message)
    {
    }

    /// <summary>A file that could not be read or understood, and the error that said so.</summary>
    public ResultsFileException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
