using System.Net;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http;

namespace FileTransfer.Server.Hosting;

/// <summary>What is known of a Kestrel's connection when it ends: whose it was, and whether somebody has told of its end.</summary>
/// <param name="peer">The peer's address, or null.</param>
internal sealed class ConnectionMark(EndPoint? peer)
{
    private static readonly object s_key = new();

    private volatile bool _isTold;
    private volatile bool _isEnded;

    /// <summary>True when a handler has told of a fault on this connection.</summary>
    public bool IsTold
    {
        get => _isTold;
        set => _isTold = value;
    }

    /// <summary>True when it ends, and somebody has told why.</summary>
    public bool IsEnded
    {
        get => _isEnded;
        set => _isEnded = value;
    }

    /// <summary>Marks a connection, once.</summary>
    public static ConnectionMark Put(ConnectionContext connection)
    {
        var mark = new ConnectionMark(connection.RemoteEndPoint);
        connection.Items[s_key] = mark;
        return mark;
    }

    /// <summary>The mark of a connection; null when it has none.</summary>
    public static ConnectionMark? Of(ConnectionContext connection) => Of(connection.Items);

    /// <summary>The mark of a request's connection; null when it has none.</summary>
    public static ConnectionMark? Of(HttpContext context) =>
        context.Features.Get<IConnectionItemsFeature>() is { } feature ? Of(feature.Items) : null;

    /// <summary>The peer, as the log names it.</summary>
    public override string ToString() => peer?.ToString() ?? "a connection";

    private static ConnectionMark? Of(IDictionary<object, object?> items) =>
        items.TryGetValue(s_key, out object? mark) ? (ConnectionMark?)mark : null;
}
