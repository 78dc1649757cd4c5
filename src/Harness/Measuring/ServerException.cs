namespace FileTransfer.Harness.Measuring;

/// <summary>There is no server to measure with, or it is not one of ours.</summary>
internal sealed class ServerException(string message) : Exception(message)
{
    /// <summary>True when what the user asked of the server is the cause.</summary>
    public bool IsUsage { get; init; }
}
