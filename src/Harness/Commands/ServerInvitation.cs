using System.Globalization;
using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Harness.Commands;

/// <summary>Prints how to measure against a server that has just started, from this or another host.</summary>
internal static class ServerInvitation
{
    /// <summary>One line with the bench command, and one with the ports of the receivers.</summary>
    public static string Of(ServerReady ready)
    {
        var control = new Uri(ready.Control);
        bool isEverywhere = IPAddress.TryParse(control.Host.Trim('[', ']'), out IPAddress? address)
            && (address.Equals(IPAddress.Any) || address.Equals(IPAddress.IPv6Any));
        string host = isEverywhere ? AddressOfThisHost() : control.Host;
        IEnumerable<string> ports = ready.Endpoints
            .Select(endpoint => (endpoint.Key, Port: PortOf(endpoint.Value)))
            .Where(receiver => receiver.Port is not null)
            .OrderBy(receiver => receiver.Port)
            .Select(receiver => string.Create(CultureInfo.InvariantCulture, $"{receiver.Key} {receiver.Port}"));
        return string.Create(
            CultureInfo.InvariantCulture,
            $"measure against it with: bench --server http://{host}:{control.Port}\n"
            + $"ports: control {control.Port}, {string.Join(", ", ports)}");
    }

    private static int? PortOf(string endpoint)
    {
        int colon = endpoint.LastIndexOf(':');
        return !endpoint.Contains('/', StringComparison.Ordinal)
            && colon >= 0
            && int.TryParse(endpoint[(colon + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out int port)
            ? port
            : Uri.TryCreate(endpoint, UriKind.Absolute, out Uri? address) && address.Port > 0 ? address.Port : null;
    }

    /// <summary>An address of this host that others can reach, or its name where it has none.</summary>
    private static string AddressOfThisHost() => NetworkInterface.GetAllNetworkInterfaces()
        .Where(network => network is { OperationalStatus: OperationalStatus.Up, NetworkInterfaceType: not NetworkInterfaceType.Loopback })
        .SelectMany(network => network.GetIPProperties().UnicastAddresses)
        .Select(unicast => unicast.Address)
        .FirstOrDefault(address => address.AddressFamily == AddressFamily.InterNetwork)?.ToString() ?? Environment.MachineName;
}
