using System.Net;
using System.Net.Sockets;

namespace FileTransfer.Strategies.Pipes;

/// <summary>A pair of named pipes, fifo(7): frames go into one, acknowledgements come back on the other.</summary>
/// <param name="path">Path of the pipe that takes frames.</param>
public sealed class FifoEndPoint(string path) : EndPoint
{
    /// <summary>What is appended to the path of the one to name the other.</summary>
    public const string AcknowledgementSuffix = ".ack";

    /// <summary>Path of the pipe that takes frames.</summary>
    public string Path { get; } = path;

    /// <summary>Path of the pipe on which acknowledgements come back.</summary>
    public string AcknowledgementPath { get; } = path + AcknowledgementSuffix;

    /// <summary>No socket at all.</summary>
    public override AddressFamily AddressFamily => AddressFamily.Unspecified;

    /// <inheritdoc/>
    public override string ToString() => Path;
}
