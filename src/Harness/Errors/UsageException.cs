namespace FileTransfer.Harness.Errors;

/// <summary>Something the user asked for is not possible; its message says what is, and the exit code is 2.</summary>
internal sealed class UsageException(string message) : Exception(message);
