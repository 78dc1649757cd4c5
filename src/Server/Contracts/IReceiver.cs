using FileTransfer.Strategies.Control;

namespace FileTransfer.Server.Contracts;

/// <summary>What the server runs at one endpoint: it drains what it is sent, counts it and acknowledges it.</summary>
internal interface IReceiver : IAsyncDisposable
{
    /// <summary>Name under which <c>GET /endpoints</c> lists it.</summary>
    string Kind { get; }

    /// <summary>Where it listens, as a client needs it.</summary>
    string Endpoint { get; }

    /// <summary>What it has drained so far.</summary>
    ReceiverStats Stats { get; }

    /// <summary>What it found in the frames after number <paramref name="frame"/> that it checked.</summary>
    ReceiverChecks ChecksAfter(long frame);
}
