using System.Globalization;
using FileTransfer.Harness.Statistics;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Harness.Measuring;

/// <summary>Compares what a receiver counted and checked on the measured connection with what a strategy said of it.</summary>
/// <remarks>
/// A checked frame is told by the checksum in its acknowledgement. Which ones are checked only the receiver knows, so their
/// numbers are what a nonce would be: a strategy that makes acknowledgements up, that hands out the one before, or that
/// sends between its calls, names other transfers than the receiver.
/// </remarks>
internal static class ConnectionProof
{
    /// <summary>So many times as long as a check is waited for on average: none comes in one of e⁴⁰ launches.</summary>
    private const double MostWaits = 40;

    /// <summary>
    /// Transfers on until one has been checked by checksum since recording began, and compares what the receiver checked and
    /// counted with what its acknowledgements, as the strategy told them, said of the same transfers.
    /// </summary>
    /// <exception cref="TransferException">They part, or what was asked for is not in force: the transfers are not proven.</exception>
    /// <exception cref="ServerException">The server no longer answers.</exception>
    public static async Task ProveAsync(TransferSession session, CancellationToken cancellationToken)
    {
        if (session.SenderCpu is { } cpu)
        {
            ProcessorPin.ThrowUnlessOn(cpu);
        }

        if (session.ReceiverKind is not { } kind || session.Before is not { } before)
        {
            return;
        }

        (session.Strategy as ITunedStrategy)?.ThrowUnlessInForce();
        SampleRecorder recorder = session.Recorder;
        // Between asynchronous ones a thread has to be woken, which can take longer than a transfer.
        if (session.Strategy is ISyncTransferStrategy && recorder.Count > 0)
        {
            Plausibility.ThrowUnlessFilled(recorder.Nanoseconds(), recorder.GapNanoseconds());
        }

        long most = MostUnchecked(session.Payload);
        for (int i = 0; HasChecksum(recorder, session.Payload) && recorder.CheckedSinceRecording == 0; i++)
        {
            if (i >= most)
            {
                throw NeverChecked(recorder.Transfers);
            }

            session.WarmUp(TimeSpan.Zero, minimum: 1);
        }

        ThrowUnlessConfirmed(await session.Control.GetChecksAsync(kind, before.Frames, cancellationToken), before.Frames, session);
    }

    /// <summary>False for nothing, and for content whose checksum is 0, which is what an acknowledgement without one says.</summary>
    internal static bool HasChecksum(SampleRecorder recorder, Payload payload) => payload.Length > 0 && recorder.Checksum != 0;

    /// <summary>Transfers of a payload after which one has been checked, unless somebody lies.</summary>
    internal static long MostUnchecked(Payload payload) => (long)Math.Ceiling(MostWaits / SpotCheck.ShareOf(payload.Length));

    /// <summary>No frame was checked.</summary>
    internal static TransferException NeverChecked(long transfers) => new(
        TransferErrorKind.Mismatch,
        string.Create(CultureInfo.InvariantCulture, $"none of {transfers} transfers came back with a checksum, and by chance that does not happen: the strategy hides them, or the server is of another version"));

    /// <summary>Compares both.</summary>
    /// <param name="receiver">What the receiver says of the frames since the connection was opened.</param>
    /// <param name="framesBefore">Frames it had counted then.</param>
    /// <param name="session">The session, none of whose transfers is under way.</param>
    /// <exception cref="TransferException">They part.</exception>
    private static void ThrowUnlessConfirmed(ReceiverChecks receiver, long framesBefore, TransferSession session)
    {
        SampleRecorder recorder = session.Recorder;
        ThrowUnlessCounted(receiver, framesBefore, recorder);
        if (session.Received?.Sum() is { } received && received < recorder.Transfers * session.FewestBytes)
        {
            throw Mismatch($"the kernel counted {received} bytes on the connections of this strategy, and it claims {recorder.Transfers} fetches of {session.Payload.Length} bytes: some were never read, or the connection is not the one it was given, or was closed");
        }

        // A fetch is chosen and checked by the client, who cannot be the server's witness.
        if (!session.IsFetch && HasChecksum(recorder, session.Payload))
        {
            // Of transfers in flight together nobody knows in which order they arrived.
            ThrowUnlessChecked(receiver, framesBefore, recorder, isOrdered: session.Round is null);
        }
    }

    /// <summary>Compares how many frames there were.</summary>
    /// <exception cref="TransferException">The numbers part.</exception>
    internal static void ThrowUnlessCounted(ReceiverChecks receiver, long framesBefore, SampleRecorder recorder)
    {
        long frames = receiver.Frames - framesBefore;
        if (frames != recorder.Transfers)
        {
            throw Mismatch($"the server counted {frames} frames since the connection was opened, and {recorder.Transfers} transfers were made: {(frames > recorder.Transfers ? "something was sent between the transfers, or somebody else uses this server" : "some never arrived")}");
        }
    }

    /// <summary>Compares which frames were checked, and what was found in them.</summary>
    /// <exception cref="TransferException">They part.</exception>
    internal static void ThrowUnlessChecked(ReceiverChecks receiver, long framesBefore, SampleRecorder recorder, bool isOrdered)
    {
        if (receiver.Checks.FirstOrDefault(check => check.Crc32C != recorder.Checksum) is { Frame: > 0 } other)
        {
            throw Mismatch($"the receiver found a CRC-32C of {other.Crc32C:x8} in frame {other.Frame - framesBefore}, and the file has {recorder.Checksum:x8}");
        }

        // It remembers the last ones only.
        long[] found = [.. receiver.Checks.Select(check => check.Frame - framesBefore)];
        long[] told = [.. recorder.Checked.TakeLast(found.Length)];
        bool isComplete = recorder.Checked.Count == found.Length || found.Length >= ReceiverChecks.Most;
        if (!isComplete || (isOrdered && !told.SequenceEqual(found)))
        {
            throw Mismatch($"the receiver checked {found.Length} frames ({First(found)}), and the strategy brought checksums for {recorder.Checked.Count} transfers ({First(recorder.Checked)}): its acknowledgements are not those of its transfers");
        }
    }

    private static string First(IReadOnlyList<long> numbers)
    {
        const int Most = 5;
        string list = string.Join(", ", numbers.Take(Most));
        return numbers.Count > Most ? $"{list}, …" : numbers.Count == 0 ? "none" : list;
    }

    private static TransferException Mismatch(FormattableString reason) => new(TransferErrorKind.Mismatch, reason.ToString(CultureInfo.InvariantCulture));
}
