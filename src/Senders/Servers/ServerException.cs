namespace FileTransfer.Senders.Servers;

/// <summary>There is no server, or it is not a FileTransfer server.</summary>
internal sealed class ServerException(string message) : Exception(message)
{
    /// <summary>True when wrong options of the user are the cause.</summary>
    public bool IsUsage { get; init; }
}
