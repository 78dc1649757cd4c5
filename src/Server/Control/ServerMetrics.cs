using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Metrics;

namespace FileTransfer.Server.Control;

/// <summary>The answer to <c>GET /stats</c> as OpenMetrics text, for <c>GET /metrics</c>.</summary>
internal static class ServerMetrics
{
    private const string Prefix = "filetransfer_receiver";

    /// <summary>The text; it is made of counters that are kept in any case.</summary>
    public static string Text(ServerStats stats)
    {
        MetricSample[] Each(Func<ReceiverStats, double> value) =>
            [.. stats.Receivers.Select(receiver => new MetricSample(value(receiver.Value), ("receiver", receiver.Key)))];
        return new OpenMetricsText()
            .Counter($"{Prefix}_transfers", "", "Transfers drained and acknowledged.", Each(receiver => receiver.Frames))
            .Counter(Prefix, "bytes", "Payload bytes of acknowledged transfers.", Each(receiver => receiver.Bytes))
            .Counter($"{Prefix}_connections", "", "Connections accepted.", Each(receiver => receiver.Connections))
            .Gauge($"{Prefix}_open_connections", "", "Connections open now.", Each(receiver => receiver.OpenConnections))
            .Counter(
                $"{Prefix}_errors",
                "",
                "Connections that ended with an error, by kind.",
                from receiver in stats.Receivers
                from error in receiver.Value.Errors
                select new MetricSample(error.Value, ("receiver", receiver.Key), ("kind", error.Key)))
            .Counter("process_cpu", "seconds", "User and system time of the server's process.", [new MetricSample(stats.CpuSeconds)])
            .Counter(
                "filetransfer_server_allocated",
                "bytes",
                "Managed bytes that the server's process allocated.",
                [new MetricSample(stats.AllocatedBytes)])
            .Gauge(
                "filetransfer_server_uptime",
                "seconds",
                "Time since the server began to listen.",
                [new MetricSample(stats.UptimeSeconds)])
            .ToString();
    }
}
