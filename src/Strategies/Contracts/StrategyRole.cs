namespace FileTransfer.Strategies.Contracts;

/// <summary>What a strategy is there for.</summary>
public enum StrategyRole
{
    /// <summary>It sends a file.</summary>
    Send,

    /// <summary>It fetches a message: the payload comes from the server.</summary>
    Fetch,

    /// <summary>It moves nothing: it measures the harness.</summary>
    Harness,
}
