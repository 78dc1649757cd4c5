namespace FileTransfer.Strategies.Testing;

/// <summary>A strategy does not do what every strategy must do. The message says what was expected and what was found.</summary>
public sealed class ConformanceException(string message, Exception? innerException = null) : Exception(message, innerException);
