
namespace FileTransfer.Strategies.Control;

/// <summary>The server's answer to <c>GET /stats</c>: totals since it started.</summary>
/// <param name="CpuSeconds">User and system time of the server's process, in seconds.</param>
/// <param name="AllocatedBytes">Managed bytes allocated by the server's process.</param>
/// <param name="Receivers">Totals of each receiver, by its kind.</param>
/// <param name="UptimeSeconds">Seconds since the server began to listen, by its own monotonic clock; 0 from older servers.</param>
/// <param name="Instance">An id that is new at every start, so that a restart of the server is detected; null from older servers.</param>
/// <param name="Suspensions">How often the server's process went on after it was suspended; 0 from older servers.</param>
public sealed record ServerStats(
    double CpuSeconds,
    long AllocatedBytes,
    IReadOnlyDictionary<string, ReceiverStats> Receivers,
    string? Instance = null,
    double UptimeSeconds = 0,
    long Suspensions = 0);

/// <summary>Totals of one receiver.</summary>
/// <param name="Bytes">Payload bytes of acknowledged frames.</param>
/// <param name="Frames">Frames drained and acknowledged.</param>
/// <param name="Connections">Connections accepted.</param>
/// <param name="OpenConnections">Connections open now.</param>
/// <param name="Errors">Connections that ended with an error, counted by kind.</param>
public sealed record ReceiverStats(
    long Bytes,
    long Frames,
    long Connections,
    long OpenConnections,
    IReadOnlyDictionary<string, long> Errors);
