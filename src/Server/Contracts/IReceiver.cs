using FileTransfer.Strategies.Control;

namespace FileTransfer.Server.Contracts;

/// <summary>Receives payloads at one endpoint of the server: drains, counts and acknowledges them.</summary>
internal interface IReceiver : IAsyncDisposable
{
    /// <summary>Name under which <c>GET /endpoints</c> lists the receiver.</summary>
    string Kind { get; }

    /// <summary>Address for clients: an IP address with port, a path or a URL.</summary>
    string Endpoint { get; }

    /// <summary>Totals since the receiver started.</summary>
    ReceiverStats Stats { get; }

    /// <summary>Checksums of the checked frames after number <paramref name="frame"/>.</summary>
    ReceiverChecks ChecksAfter(long frame);
}
