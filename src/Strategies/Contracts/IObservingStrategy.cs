namespace FileTransfer.Strategies.Contracts;

/// <summary>A strategy that can tell something about its transfers which their durations do not show.</summary>
public interface IObservingStrategy : ITransferStrategy
{
    /// <summary>What was observed since the connection was made; called where no clock runs.</summary>
    IReadOnlyList<Observation> Observe();
}
