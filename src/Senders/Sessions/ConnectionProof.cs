using System.Globalization;
using FileTransfer.Results.Statistics;
using FileTransfer.Senders.Servers;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Senders.Sessions;

/// <summary>Compares the receiver's own counts and checksums of the measured connection with the acknowledgements of a strategy.</summary>
/// <remarks>
/// The acknowledgement of a checked frame has a checksum. Only the receiver knows which frames it checks, so their numbers work
/// like a nonce: a strategy that forges acknowledgements, returns the previous one, or sends between its calls, reports
/// checksums for other transfers than the receiver.
/// </remarks>
internal static class ConnectionProof
{
    /// <summary>Largest wait for a check, in multiples of the average wait; it is exceeded by chance in one of e⁴⁰ launches.</summary>
    private const double MostWaits = 40;

    /// <summary>
    /// Continues to transfer until one transfer has been verified by checksum since recording began. Then compares the checks and
    /// counts of the receiver with the acknowledgements that the strategy returned for the same transfers.
    /// </summary>
    /// <exception cref="TransferException">They differ, or a requested option is not in force: the transfers are not proven.</exception>
    /// <exception cref="ServerException">The server no longer answers.</exception>
    public static async Task ProveAsync(TransferSession session, CancellationToken cancellationToken)
    {
        if (session.SenderCpu is { } cpu && !session.IsExperiment)
        {
            ProcessorPin.ThrowUnlessOn(cpu);
        }

        if (session.ReceiverKind is not { } kind)
        {
            return;
        }

        (session.Strategy as ITunedStrategy)?.ThrowUnlessInForce();
        SampleRecorder recorder = session.Recorder;
        // Asynchronous transfers wake a thread in between, which can take longer than a transfer. A condition is made in between.
        if (session.Strategy is ISyncTransferStrategy and not IConditionedStrategy && recorder.Count > 0 && !session.IsExperiment)
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

            session.Loop.Step(recorder);
        }

        // First the server's own count, whose difference says more.
        if (session.Before is { } before
            && await session.Control.FindChecksAsync(kind, before.Frames, cancellationToken) is { } checks)
        {
            ThrowUnlessConfirmed(checks, before.Frames, session);
        }

        ThrowUnlessReceived(session);
    }

    /// <summary>
    /// False for an empty payload, for content with checksum 0, which means no checksum in an acknowledgement, and where no checksums are
    /// compared.
    /// </summary>
    internal static bool HasChecksum(SampleRecorder recorder, Payload payload) =>
        payload.Length > 0 && recorder.Checksum is not (null or 0);

    /// <summary>The number of transfers of a payload after which one must have been checked.</summary>
    internal static long MostUnchecked(Payload payload) => (long)Math.Ceiling(MostWaits / SpotCheck.ShareOf(payload.Length));

    internal static TransferException NeverChecked(long transfers) => new(
        TransferErrorKind.Mismatch,
        string.Create(
            CultureInfo.InvariantCulture,
            $"none of {transfers} transfers was acknowledged with a checksum, which does not happen by chance: the strategy hides the "
            + $"checksums, something acknowledges in the receiver's place, or the server has another version"));

    /// <summary>Compares the receiver with the recorder.</summary>
    /// <param name="receiver">Counts and checks of the receiver since the connection was opened.</param>
    /// <param name="framesBefore">Frames that it had counted before.</param>
    /// <param name="session">The session, without transfers in flight.</param>
    /// <exception cref="TransferException">They differ.</exception>
    private static void ThrowUnlessConfirmed(ReceiverChecks receiver, long framesBefore, TransferSession session)
    {
        SampleRecorder recorder = session.Recorder;
        ThrowUnlessCounted(receiver, framesBefore, recorder);
        // The client chooses and checks fetches itself, so the server has no checks to compare with.
        if (!session.IsFetch && HasChecksum(recorder, session.Payload))
        {
            // With several transfers in flight the order of their arrival is unknown.
            ThrowUnlessChecked(receiver, framesBefore, recorder, isOrdered: session.Round is null);
        }
    }

    /// <summary>Compares the bytes that the kernel counted on the connections of a fetch.</summary>
    /// <exception cref="TransferException">There are fewer than the fetches must have brought.</exception>
    private static void ThrowUnlessReceived(TransferSession session)
    {
        SampleRecorder recorder = session.Recorder;
        if (session.Received?.Sum() is { } received && received < recorder.Transfers * session.FewestBytes)
        {
            const string Causes = "some were never read, or the strategy used another connection, or its connection was closed";
            FormattableString claim = $"{recorder.Transfers} fetches of {session.Payload.Length} bytes";
            throw Mismatch($"the kernel counted {received} bytes on this strategy's connections, but it claims {claim}: {Causes}");
        }
    }

    /// <summary>Compares the number of frames.</summary>
    /// <exception cref="TransferException">The numbers differ.</exception>
    internal static void ThrowUnlessCounted(ReceiverChecks receiver, long framesBefore, SampleRecorder recorder)
    {
        long frames = receiver.Frames - framesBefore;
        long made = recorder.Transfers;
        if (frames != made)
        {
            string cause = frames > made
                ? "something was sent between the transfers, or another client uses this server"
                : "some never arrived";
            throw Mismatch(
                $"the server counted {frames} frames since the connection was opened, but {made} transfers were made: {cause}");
        }
    }

    /// <summary>Compares which frames were checked, and their checksums.</summary>
    /// <exception cref="TransferException">They differ.</exception>
    internal static void ThrowUnlessChecked(ReceiverChecks receiver, long framesBefore, SampleRecorder recorder, bool isOrdered)
    {
        if (receiver.Checks.FirstOrDefault(check => check.Crc32C != recorder.Checksum) is { Frame: > 0 } other)
        {
            long number = other.Frame - framesBefore;
            throw Mismatch($"the receiver found CRC-32C {other.Crc32C:x8} in frame {number}, but the file has {recorder.Checksum:x8}");
        }

        // The receiver remembers only its last checks.
        long[] found = [.. receiver.Checks.Select(check => check.Frame - framesBefore)];
        long[] told = [.. recorder.Checked.TakeLast(found.Length)];
        bool isComplete = recorder.Checked.Count == found.Length || found.Length >= ReceiverChecks.Most;
        if (!isComplete || (isOrdered && !told.SequenceEqual(found)))
        {
            string checks = string.Create(CultureInfo.InvariantCulture, $"{found.Length} frames ({First(found)})");
            string claims = string.Create(CultureInfo.InvariantCulture, $"{recorder.Checked.Count} transfers ({First(recorder.Checked)})");
            const string Conclusion = "its acknowledgements do not belong to its transfers";
            throw Mismatch($"the receiver checked {checks}, but the strategy returned checksums for {claims}: {Conclusion}");
        }
    }

    private static string First(IReadOnlyList<long> numbers)
    {
        const int Most = 5;
        string list = string.Join(", ", numbers.Take(Most));
        return numbers.Count > Most ? $"{list}, …" : numbers.Count == 0 ? "none" : list;
    }

    private static TransferException Mismatch(FormattableString reason) =>
        new(TransferErrorKind.Mismatch, reason.ToString(CultureInfo.InvariantCulture));
}
