using System.Globalization;
using FileTransfer.Senders.Servers;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Load.Generating;

/// <summary>Compares the server's own counts and checksums with what the lanes were told, after a load.</summary>
internal static class LoadProof
{
    /// <summary>Checks that the server counted what was acknowledged.</summary>
    /// <param name="before">The server's count of frames and bytes before.</param>
    /// <param name="after">Its count afterwards.</param>
    /// <param name="frames">Frames that were acknowledged meanwhile, by all senders of this server.</param>
    /// <param name="bytes">Their bytes.</param>
    /// <param name="failed">Transfers that failed: the server may have counted them.</param>
    /// <exception cref="TransferException">The counts differ.</exception>
    public static void ThrowUnlessCounted(ReceiverStats before, ReceiverStats after, long frames, long bytes, long failed)
    {
        long counted = after.Frames - before.Frames;
        long countedBytes = after.Bytes - before.Bytes;
        bool isRight = failed == 0
            ? counted == frames && countedBytes == bytes
            : counted >= frames && counted <= frames + failed && countedBytes >= bytes;
        if (!isRight)
        {
            string cause = counted > frames
                ? "another client uses this server; measure with your own server, or let its senders wait for each other with --barrier"
                : "the strategy claims deliveries that never arrived";
            FormattableString claim = $"{frames} with {bytes} bytes were acknowledged";
            throw Mismatch($"the server counted {counted} frames and {countedBytes} bytes while {claim}: {cause}");
        }
    }

    /// <summary>Compares the checksums that the receiver found with those that the strategy was told.</summary>
    /// <param name="receiver">What the receiver found since the lanes were connected.</param>
    /// <param name="told">What the lanes were told since then.</param>
    /// <param name="isAlone">False when other senders use this server: it finds more than this one was told.</param>
    /// <param name="hasErrors">True when transfers failed, whose checksums nobody was told.</param>
    /// <exception cref="TransferException">They differ.</exception>
    public static void ThrowUnlessChecked(ReceiverChecks receiver, TallyCount told, bool isAlone, bool hasErrors)
    {
        if (receiver.Checks.Count >= ReceiverChecks.Most)
        {
            // The receiver remembers its last checks only: what it remembers must at least be content that was sent.
            if (isAlone && !hasErrors
                && receiver.Checks.FirstOrDefault(check => !told.Checks.ContainsKey(check.Crc32C)) is { Frame: > 0 } odd)
            {
                throw Mismatch($"the receiver found CRC-32C {odd.Crc32C:x8} in frame {odd.Frame}, which no payload has");
            }

            return;
        }

        var found = receiver.Checks.CountBy(check => check.Crc32C).ToDictionary(pair => pair.Key, pair => (long)pair.Value);
        foreach ((uint checksum, long count) in told.Checks)
        {
            long there = found.GetValueOrDefault(checksum);
            if (isAlone && !hasErrors ? there != count : there < count)
            {
                const string Conclusion = "its acknowledgements do not belong to its transfers";
                throw Mismatch(
                    $"the strategy returned CRC-32C {checksum:x8} for {count} transfers, the receiver found it in {there}: {Conclusion}");
            }
        }

        if (isAlone && !hasErrors && found.Keys.FirstOrDefault(checksum => !told.Checks.ContainsKey(checksum)) is var other and not 0)
        {
            throw Mismatch($"the receiver found CRC-32C {other:x8} in {found[other]} frames, and no transfer returned it");
        }
    }

    /// <summary>Checks options in force, the pin, the payloads, and that no transfer was faster than memory.</summary>
    /// <exception cref="TransferException">Something is not as it was asked for.</exception>
    public static void ThrowUnlessAsAskedFor(LoadSession session, LoadRecorder recorder)
    {
        if (session.Plan.Sender.SenderCpu is { } cpu)
        {
            ProcessorPin.ThrowUnlessOn(cpu);
        }

        foreach (LoadLane lane in session.Lanes)
        {
            lane.ThrowUnlessInForce();
        }

        session.ThrowIfPayloadChanged();
        // Ranges of one file are copied on several processors at a time.
        double memory = MemoryCopySpeed.LimitGBps() * (session.Plan.Ranges is null ? 1 : Environment.ProcessorCount);
        for (int i = 0; i < recorder.Sizes.Count; i++)
        {
            long length = session.Plan.Payloads[i].Payload.Length;
            long shortest = recorder.Sizes[i].ShortestService;
            if (shortest < length / memory)
            {
                FormattableString least = $"copying them takes {length / memory:0} ns";
                throw Mismatch($"a transfer delivered {length} bytes in {shortest} ns, but {least}: it was not a delivery");
            }
        }
    }

    /// <summary>Checks a fetch against the kernel's count of bytes that came in.</summary>
    /// <exception cref="TransferException">Fewer came than the strategy claims.</exception>
    public static void ThrowUnlessReceived(LoadSession session, TallyCount told, bool hasErrors)
    {
        // A connection that failed was closed, and its count with it. Compressed text may take fewer bytes than it has.
        bool canShrink = session.Plan.Strategy.Dimensions.Encoding is not (null or "plain");
        if (!hasErrors && !canShrink && session.Received?.Sum() is { } received && received < told.Bytes)
        {
            throw Mismatch(
                $"the kernel counted {received} bytes on this strategy's connections, but it claims {told.Bytes}: some were never read");
        }
    }

    private static TransferException Mismatch(FormattableString reason) =>
        new(TransferErrorKind.Mismatch, reason.ToString(CultureInfo.InvariantCulture));
}
