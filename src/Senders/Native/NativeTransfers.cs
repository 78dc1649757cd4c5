using System.Globalization;
using System.Text.Json;
using FileTransfer.Senders.Sessions;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Senders.Native;

/// <summary>An answer of the native reference: the transfers of one command.</summary>
/// <remarks>Times are timestamps of <see cref="System.Diagnostics.Stopwatch"/>, which is CLOCK_MONOTONIC on Linux.</remarks>
internal sealed record NativeTransfers
{
    /// <summary>Start of each transfer, before the file is opened.</summary>
    public required IReadOnlyList<long> Starts { get; init; }

    /// <summary>Return of the last send call of each transfer.</summary>
    public required IReadOnlyList<long> Returns { get; init; }

    /// <summary>End of each transfer.</summary>
    public required IReadOnlyList<long> Ends { get; init; }

    /// <summary>Transfers whose acknowledgement had a checksum, in their order.</summary>
    public required IReadOnlyList<NativeCheck> Checks { get; init; }

    /// <summary>CPU time of the program during the transfers, in seconds.</summary>
    public required double CpuSeconds { get; init; }

    /// <summary>Context switches of the program during the transfers.</summary>
    public required long ContextSwitches { get; init; }

    /// <summary>Involuntary context switches (preemptions) of the program during the transfers.</summary>
    public required long InvoluntaryContextSwitches { get; init; }

    /// <summary>Parses an answer, and refuses impossible times.</summary>
    /// <param name="line">The answer.</param>
    /// <param name="asked">Timestamp before the command.</param>
    /// <param name="answered">Timestamp after the answer.</param>
    /// <exception cref="TransferException">The line is not such an answer, or its times are impossible.</exception>
    public static NativeTransfers Parse(string line, long asked, long answered)
    {
        NativeTransfers transfers;
        try
        {
            transfers = JsonSerializer.Deserialize(line, LaunchJson.Default.NativeTransfers) ?? throw new JsonException("it is null");
        }
        catch (JsonException exception)
        {
            throw Impossible($"its answer cannot be read: {exception.Message}");
        }

        int count = transfers.Starts.Count;
        if (count == 0 || transfers.Returns.Count != count || transfers.Ends.Count != count)
        {
            throw Impossible($"it tells {count} starts, {transfers.Returns.Count} returns and {transfers.Ends.Count} ends");
        }

        long before = asked;
        for (int index = 0; index < count; index++)
        {
            (long start, long returned, long end) = (transfers.Starts[index], transfers.Returns[index], transfers.Ends[index]);
            if (start < before || returned < start || end < returned || end > answered)
            {
                throw Impossible(
                    $"its transfer {index + 1} of {count} {Times(start, returned, end)}, after {before} and before {answered}");
            }

            before = end;
        }

        int last = -1;
        foreach (NativeCheck check in transfers.Checks)
        {
            last = check.Index > last && check.Index < count
                ? check.Index
                : throw Impossible($"it tells a checksum of transfer {check.Index + 1}, after {last + 1} and of {count}");
        }

        return transfers;
    }

    /// <summary>Hands every transfer to a recorder, which checks them.</summary>
    /// <exception cref="TransferException">A checksum is not the file's.</exception>
    public void RecordIn(SampleRecorder recorder, long length)
    {
        Dictionary<int, uint> checks = Checks.ToDictionary(check => check.Index, check => check.Crc32C);
        for (int index = 0; index < Starts.Count; index++)
        {
            // The program ends when a receiver confirms another number of bytes.
            recorder.Record(Starts[index], new Delivery(length, checks.GetValueOrDefault(index), Returns[index]), Ends[index]);
        }
    }

    private static string Times(long start, long returned, long end) =>
        string.Create(CultureInfo.InvariantCulture, $"began at {start}, returned at {returned} and ended at {end}");

    private static TransferException Impossible(FormattableString what) =>
        new(TransferErrorKind.Mismatch, $"the native reference cannot be believed: {what.ToString(CultureInfo.InvariantCulture)}");
}

/// <summary>A transfer that the receiver checked.</summary>
/// <param name="Index">Its place in the answer, from 0.</param>
/// <param name="Crc32C">CRC-32C in its acknowledgement.</param>
internal sealed record NativeCheck(int Index, uint Crc32C);

/// <summary>An answer of the native reference: the socket options that are in force.</summary>
/// <param name="NoDelay">Whether Nagle's algorithm is off.</param>
/// <param name="CongestionControl">Congestion control by name.</param>
internal sealed record NativeOptions(bool NoDelay, string CongestionControl);
