using System.Net.Sockets;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Harness.Commands;

/// <summary>Chooses the congestion control of a run.</summary>
internal static class CongestionChoice
{
    /// <summary>What the user named; within this machine, one that does not pace.</summary>
    /// <remarks>
    /// What paces sends at a rate that it has learnt, and learns a wrong one from connections that are idle while others have their turns:
    /// over loopback bbr made the faster of two strategies the slower one (docs/findings.md).
    /// </remarks>
    /// <param name="named">What the user named, or null.</param>
    /// <param name="isWithinMachine">True for TCP over loopback, with a server of the run.</param>
    /// <returns>Its name; null for the system's.</returns>
    /// <exception cref="UsageException">What the user named cannot be set here.</exception>
    public static string? Of(string? named, bool isWithinMachine) => named switch
    {
        null when isWithinMachine && MachineFacts.Collect().DefaultCongestionControl is not (null or "cubic" or "reno") =>
            ((string[])["cubic", "reno"]).FirstOrDefault(name => WhyNot(name) is null),
        null or RunDescription.SystemDefault => null,
        _ => WhyNot(named) is { } reason ? throw new UsageException($"--congestion-control: {reason}") : named,
    };

    private static string? WhyNot(string name)
    {
        try
        {
            using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
            SocketTuning.SetCongestionControl(socket, name);
            return null;
        }
        catch (TransferException exception)
        {
            return exception.Message;
        }
    }
}
