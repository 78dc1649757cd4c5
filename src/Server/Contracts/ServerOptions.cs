using System.Net;
using FileTransfer.Sending;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Contracts;

/// <summary>Settings of the server.</summary>
internal sealed record ServerOptions
{
    /// <summary>Address to listen on.</summary>
    /// <remarks>Loopback by default: the server accepts data from every client that can connect.</remarks>
    public IPAddress Address { get; init; } = IPAddress.Loopback;

    /// <summary>Port of the control endpoint; the receivers use the ports after it. 0 selects free ports.</summary>
    public int Port { get; init; }

    /// <summary>TCP congestion control of the receivers, or null for the system's default.</summary>
    public string? CongestionControl { get; init; }

    /// <summary>Processor to pin the whole server to, or null.</summary>
    public int? Cpu { get; init; }

    /// <summary>How the receivers of frames wait for bytes. Kestrel, which receives HTTP, waits in its own asynchronous way.</summary>
    /// <remarks>Blocks by default.</remarks>
    public Wait Wait { get; init; }

    /// <summary>Most bytes that a receiver of frames asks for at once.</summary>
    /// <remarks>
    /// 1 MiB by default: 10 MB and more drain 3 to 6 % sooner than with 256 KiB, in the native program as
    /// well, by fewer and larger receives.
    /// </remarks>
    public int BufferSize { get; init; } = 1 << 20;

    /// <summary>Longest frame accepted, in bytes.</summary>
    /// <remarks>1 TiB by default.</remarks>
    public long MaximumLength { get; init; } = 1L << 40;

    /// <summary>Folder whose files are served, or the only file that is; null to serve none.</summary>
    public string? Files { get; init; }

    /// <summary>Longest time without data before a connection is closed.</summary>
    /// <remarks>5 minutes by default.</remarks>
    public TimeSpan IdleTimeout { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>Decides for a frame of a given length whether its checksum is computed although the sender did not request it.</summary>
    /// <remarks>At random by default; only tests set another rule.</remarks>
    internal Func<long, bool> IsCheckDue { get; init; } = SpotCheck.IsDue;

    /// <summary>Writer for errors of the server itself, one line each.</summary>
    /// <remarks>Standard error by default; only tests set another.</remarks>
    internal TextWriter Errors { get; init; } = Console.Error;

    /// <summary>Longest wait of a stopping receiver for its open connections before it closes them.</summary>
    /// <remarks>2 seconds by default; only tests set less.</remarks>
    internal TimeSpan StopLimit { get; init; } = TimeSpan.FromSeconds(2);
}
