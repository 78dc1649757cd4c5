using System.Net;
using System.Net.Sockets;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Http;

/// <summary>Opens blocking sockets to an HTTP server, without HttpClient.</summary>
internal sealed class HttpAddress(ConnectionOptions options, HttpEndPoint endpoint)
{
    /// <summary>The server's addresses; resolved once, because a reconnection is timed.</summary>
    private IPAddress[]? _addresses;

    /// <summary>Connects to the first address at which a server listens; the caller owns the socket.</summary>
    /// <exception cref="TransferException">The name has no address, or nobody listens at any of them.</exception>
    public Socket Open()
    {
        _addresses ??= Resolve();
        for (int i = 0; ; i++)
        {
            try
            {
                Socket socket = FramedConnection.OpenSocket(options, new IPEndPoint(_addresses[i], endpoint.Address.Port));
                _addresses = [_addresses[i]];
                return socket;
            }
            catch (TransferException) when (i + 1 < _addresses.Length)
            {
                // A name can have addresses without a listening server; only the failure of the last address is reported.
            }
        }
    }

    private IPAddress[] Resolve()
    {
        string host = endpoint.Address.DnsSafeHost;
        try
        {
            return IPAddress.TryParse(host, out IPAddress? address) ? [address] : Dns.GetHostAddresses(host);
        }
        catch (SocketException exception)
        {
            throw new TransferException(
                TransferErrorKind.ConnectFailed,
                $"cannot connect to {endpoint}: '{host}' has no address: {exception.Message}; "
                + "give the server's address, or a name that resolves here",
                exception);
        }
    }
}
