using System.Collections.Frozen;
using System.Diagnostics.Metrics;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;

namespace FileTransfer.Server.Hosting;

/// <summary>Counts and tells the connections that Kestrel itself ends for what came over them, or did not come.</summary>
/// <remarks>
/// Of a head that Kestrel refuses, or of frames of HTTP/2 that are a fault, no handler ever hears. What tells of them is the tag
/// error.type of the metric kestrel.connection.duration, recorded once, at the end of a connection (OpenTelemetry, "Semantic conventions
/// for Kestrel web server metrics").
/// </remarks>
internal sealed class ConnectionEndings : IDisposable
{
    private const string MeterName = "Microsoft.AspNetCore.Server.Kestrel";
    private const string Duration = "kestrel.connection.duration";
    private const string Reason = "error.type";
    private const string Mark = "filetransfer.connection";

    /// <summary>What a peer sent that it should not have sent. Other reasons are none of its doing, or told where they arise.</summary>
    private static readonly FrozenSet<string> s_sent =
    [
        "invalid_request_line", "invalid_request_headers", "invalid_http_version", "max_request_header_count_exceeded",
        "max_request_headers_total_size_exceeded", "tls_not_supported",
        // Of HTTP/2:
        "error_reading_headers", "flow_control_queue_size_exceeded", "flow_control_window_exceeded", "frame_after_stream_close",
        "invalid_data_padding", "invalid_frame_length", "invalid_handshake", "invalid_settings", "invalid_stream_id",
        "invalid_window_update_size", "max_frame_length_exceeded", "missing_stream_end", "output_queue_size_exceeded",
        "stream_creation_error", "stream_reset_limit_exceeded", "stream_self_dependency", "unexpected_frame", "unknown_stream",
    ];

    private readonly MeterListener _listener = new();
    private readonly ServerOptions _options;
    private readonly ReceiverCounters _counters;
    private readonly ConnectionLog _log;

    /// <summary>Listens from now on.</summary>
    /// <param name="meters">The meters of the Kestrel, and of no other.</param>
    /// <param name="options">The server's options.</param>
    /// <param name="counters">Counts the connections that were ended.</param>
    /// <param name="log">Tells of each.</param>
    public ConnectionEndings(IMeterFactory meters, ServerOptions options, ReceiverCounters counters, ConnectionLog log)
    {
        _options = options;
        _counters = counters;
        _log = log;
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Name == Duration && instrument.Meter.Name == MeterName && instrument.Meter.Scope == meters)
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _listener.SetMeasurementEventCallback<double>((_, _, tags, _) => Look(tags));
        _listener.Start();
    }

    /// <summary>Lets the end of a connection say whose it was, and what was told of it before.</summary>
    public static void Follow(ConnectionContext connection)
    {
        var mark = ConnectionMark.Put(connection);
        connection.Features.Get<IConnectionMetricsTagsFeature>()?.Tags.Add(new(Mark, mark));
    }

    /// <inheritdoc/>
    public void Dispose() => _listener.Dispose();

    private void Look(ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        string? reason = null;
        ConnectionMark? mark = null;
        foreach (KeyValuePair<string, object?> tag in tags)
        {
            reason = tag.Key == Reason ? tag.Value as string : reason;
            mark = tag.Key == Mark ? tag.Value as ConnectionMark : mark;
        }

        if (reason is not null && Described(reason, mark) is var (kind, words))
        {
            _counters.Failed(kind);
            _log.Write(mark?.ToString() ?? "a connection", words);
        }
    }

    private (string Kind, string Words)? Described(string reason, ConnectionMark? mark) => reason switch
    {
        _ when mark is { IsEnded: true } => null,
        _ when s_sent.Contains(reason) => (RequestFaults.BadRequest, $"was ended for what it sent: {reason.Replace('_', ' ')}"),
        "keep_alive_timeout" => (FrameChannel.Idle, EventWords.MovedNothing(_options.IdleTimeout)),
        "request_headers_timeout" => (FrameChannel.NoGreeting, "did not end the head of a request in time"),
        "server_timeout" => (FrameChannel.ConnectionLost, "was lost: it answers no pings"),
        // Of these a handler tells, if one is still at work.
        _ when mark is { IsTold: true } => null,
        "min_request_body_data_rate" => (FrameChannel.TooSlow, "was given up: it moves fewer bytes than --min-rate"),
        "min_response_data_rate" => (FrameChannel.TooSlow, "was given up: it reads fewer bytes than --min-rate"),
        "unexpected_end_of_request_content" => (FrameChannel.ConnectionLost, "was truncated"),
        _ => null,
    };
}
