namespace FileTransfer.Results.Errors;

/// <summary>The user asked for something impossible. The message says what is possible; the exit code is 2.</summary>
internal sealed class UsageException(string message) : Exception(message);
