using System.Net.Sockets;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Strategies.Addresses;

/// <summary>Whether a server on this machine can have the receiver for a transport.</summary>
internal static class ReceiverProbe
{
    /// <summary>The receiver for a transport, or why there is none.</summary>
    public static Availability Of(string transport) => transport switch
    {
        Transport.Pipe => Availability.OnLinux("a named pipe for files")(),
        Transport.Unix when !Socket.OSSupportsUnixDomainSockets =>
            Availability.Unsupported("this system has no sockets of the family AF_UNIX"),
        Transport.Tls or Transport.Https or Transport.Https2 => CertificateKey.Probe(),
        _ => Availability.Available,
    };
}
