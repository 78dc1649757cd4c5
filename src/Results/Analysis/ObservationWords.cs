using System.Collections.Frozen;
using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Results.Analysis;

/// <summary>Descriptions of the observations that strategies record beside the time.</summary>
internal static class ObservationWords
{
    private static readonly FrozenDictionary<string, string> s_words = new Dictionary<string, string>
    {
        [Observation.Connections] = "connections opened",
        [Observation.Allocations] = "objects allocated per transfer, estimated",
        [Observation.PeakWorkingSet] = "peak working set",
        [Observation.CompressionRatio] = "compression ratio",
        [Observation.WallTime] = "wall time per transfer, with all in flight",
        [Observation.PipeSize] = "pipe size, because the kernel refused 1 MiB",
        [Observation.CopiedBuffers] = "buffers that the kernel copied despite MSG_ZEROCOPY",
        [Observation.SentBy + nameof(SendMethod.ReadAndSend)] = "sent by reading and one send",
        [Observation.SentBy + nameof(SendMethod.SendFile)] = "sent by sendfile(2)",
        [Observation.SentBy + nameof(SendMethod.Splice)] = "sent by splice(2)",
        [Observation.SentBy + nameof(SendMethod.SocketSendFile)] = "sent by Socket.SendFile",
        [Observation.CallsPerTransfer] = "system calls per transfer that moved the payload",
        [Observation.DiskBytes] = "read from the disk per transfer",
        [Observation.RepeatedEvictions] = "evictions repeated per transfer, because pages were left",
        [Observation.Segments] = "TCP segments per transfer, of both ends",
        [Observation.Retransmissions] = "TCP segments sent again per transfer",
        [Observation.Timeouts] = "retransmission timers that expired per transfer",
        [Observation.OpenDescriptors] = "file descriptors of the payload left open",
    }.ToFrozenDictionary(StringComparer.Ordinal);

    /// <summary>The description of an observation key; the key itself when it has no description.</summary>
    public static string Of(string key) => s_words.GetValueOrDefault(key, key);
}
