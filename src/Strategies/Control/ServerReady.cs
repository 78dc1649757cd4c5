using System.Text.Json.Serialization;

namespace FileTransfer.Strategies.Control;

/// <summary>The line a server prints when it is ready, and its answer to <c>GET /endpoints</c>.</summary>
/// <param name="Ready">Always true.</param>
/// <param name="Control">Address of the control endpoint, such as <c>http://127.0.0.1:40000</c>.</param>
/// <param name="Endpoints">Address of each receiver, by its kind.</param>
/// <param name="CertificateSha256">
/// SHA-256 of the TLS receivers' certificate, as hexadecimal digits; new at every start of the server.
/// </param>
/// <param name="Missing">Why other receivers cannot run on the server's system, by their kind; null when none is missing.</param>
public sealed record ServerReady(
    bool Ready,
    string Control,
    IReadOnlyDictionary<string, string> Endpoints,
    string? CertificateSha256 = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyDictionary<string, string>? Missing = null);
