using System.Net;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Contracts;

/// <summary>How the server runs.</summary>
internal sealed record ServerOptions
{
    /// <summary>Address to listen on.</summary>
    /// <remarks>Loopback by default: whoever can connect can make the server drain.</remarks>
    public IPAddress Address { get; init; } = IPAddress.Loopback;

    /// <summary>Port of the control endpoint, the receivers taking the ports after it; 0 picks free ones.</summary>
    public int Port { get; init; }

    /// <summary>TCP congestion control of the receivers, or null for the system's default.</summary>
    public string? CongestionControl { get; init; }

    /// <summary>Processor the whole server is pinned to, or null.</summary>
    public int? Cpu { get; init; }

    /// <summary>Longest frame accepted, in bytes.</summary>
    /// <remarks>1 TiB by default.</remarks>
    public long MaximumLength { get; init; } = 1L << 40;

    /// <summary>Longest silence on a connection before it is closed.</summary>
    /// <remarks>5 minutes by default.</remarks>
    public TimeSpan IdleTimeout { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>Whether a frame of a length is checked by checksum although nobody asked for it.</summary>
    /// <remarks>By chance; only tests choose themselves.</remarks>
    internal Func<long, bool> IsCheckDue { get; init; } = SpotCheck.IsDue;

    /// <summary>Where a fault of the server is told, a line each.</summary>
    /// <remarks>Standard error; only tests read it themselves.</remarks>
    internal TextWriter Errors { get; init; } = Console.Error;

    /// <summary>How long a receiver that stops waits for what is under way before it breaks it off.</summary>
    /// <remarks>2 seconds by default; whoever stops a server waits for at most that, so only tests have a use for less.</remarks>
    internal TimeSpan StopLimit { get; init; } = TimeSpan.FromSeconds(2);
}
