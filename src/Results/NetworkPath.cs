namespace FileTransfer.Results;

/// <summary>The path of a run over TCP, as the sender's kernel sees it: tcp_info of tcp(7), after empty frames on a connection.</summary>
/// <param name="RoundTripMicroseconds">Smoothed round-trip time, in microseconds (tcpi_rtt).</param>
/// <param name="SegmentBytes">Longest payload of a segment, in bytes (tcpi_snd_mss).</param>
/// <param name="MtuBytes">Longest packet of the path, in bytes (tcpi_pmtu).</param>
/// <param name="MBps">Payload rate of one large frame, in MB/s (10⁶ bytes); null over loopback, where it is not measured.</param>
internal sealed record NetworkPath(double RoundTripMicroseconds, int SegmentBytes, int MtuBytes, double? MBps);
