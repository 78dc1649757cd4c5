using System.Diagnostics.CodeAnalysis;
using System.Net;
using System.Net.Sockets;
using FileTransfer.Strategies.Pipes;

namespace FileTransfer.Strategies.Wire;

/// <summary>Reads the addresses under which a server lists its receivers.</summary>
public static class ReceiverAddress
{
    /// <summary>Reads <c>127.0.0.1:40000</c> or the path of a socket or named pipe; which of them follows from the kind of receiver.</summary>
    public static bool TryParse(string kind, string text, [NotNullWhen(true)] out EndPoint? address)
    {
        if (kind.StartsWith("unix", StringComparison.Ordinal))
        {
            address = new UnixDomainSocketEndPoint(text);
        }
        else if (kind.StartsWith("pipe", StringComparison.Ordinal))
        {
            address = new FifoEndPoint(text);
        }
        else
        {
            address = IPEndPoint.TryParse(text, out IPEndPoint? endpoint) ? endpoint : null;
        }

        return address is not null;
    }
}
