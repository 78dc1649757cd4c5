namespace FileTransfer.Strategies.Contracts;

/// <summary>Whether a strategy sends, fetches or measures the harness.</summary>
public enum StrategyRole
{
    /// <summary>The strategy sends a file.</summary>
    Send,

    /// <summary>The strategy fetches a message or a file: the payload comes from the server.</summary>
    Fetch,

    /// <summary>The strategy transfers nothing: it measures the cost of the harness.</summary>
    Harness,
}
