using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Machine;

/// <summary>What Windows tells, and no other system has.</summary>
/// <param name="ProcessorGroups">Groups of up to 64 processors; a process is pinned within one.</param>
/// <param name="IsForClients">
/// True for an edition for clients, which works on two calls of TransmitFile at a time: documentation of TransmitFile, mswsock.h.
/// </param>
internal sealed record WindowsFacts(int ProcessorGroups, bool IsForClients)
{
    /// <summary>Of this machine; null on other systems.</summary>
    public static WindowsFacts? OfThisMachine { get; } = OperatingSystem.IsWindows()
        ? new WindowsFacts(Interop.ProcessorGroups.Count(), WindowsVersion.IsForClients)
        : null;

    /// <summary>How many files it sends at a time by TransmitFile, as it is told; null where there is no limit.</summary>
    public string? TransmitLimit => IsForClients
        ? "this edition of Windows is for clients: it works on two calls of TransmitFile (Socket.SendFile, SendPacketsAsync) at a time, "
            + "and others wait"
        : null;
}
