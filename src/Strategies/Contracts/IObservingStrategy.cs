namespace FileTransfer.Strategies.Contracts;

/// <summary>A strategy that reports figures about its transfers besides their durations.</summary>
public interface IObservingStrategy : ITransferStrategy
{
    /// <summary>The figures since the connection was opened. Called only while no clock runs.</summary>
    IReadOnlyList<Observation> Observe();
}
