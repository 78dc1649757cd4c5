using FileTransfer.Strategies.Machine;

namespace FileTransfer.Strategies.Control;

/// <summary>The server's answer to <c>GET /environment</c>: its machine, its process and its settings.</summary>
/// <param name="Machine">The machine and process the server runs on.</param>
/// <param name="CongestionControl">Congestion control of its TCP receivers, or null where unknown.</param>
/// <param name="Cpu">Processor the server is pinned to, or null.</param>
/// <param name="MaximumLength">Longest frame it accepts, in bytes.</param>
/// <param name="Wait">How its receivers of frames wait for bytes, or null where it does not tell.</param>
public sealed record ServerEnvironment(MachineFacts Machine, string? CongestionControl, int? Cpu, long MaximumLength, string? Wait = null);
