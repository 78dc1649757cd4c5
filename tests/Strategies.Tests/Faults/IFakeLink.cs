using System.Net;

namespace FileTransfer.Strategies.Tests.Faults;

/// <summary>What a fake receiver receives from and sends on.</summary>
internal interface IFakeLink : IDisposable
{
    EndPoint Endpoint { get; }

    /// <summary>Waits for a sender; disposing ends the wait with an exception.</summary>
    void Accept();

    int Receive(Span<byte> buffer);

    void Send(ReadOnlySpan<byte> bytes);

    /// <summary>Closes the connection, from the thread that accepted it.</summary>
    void Close();
}
