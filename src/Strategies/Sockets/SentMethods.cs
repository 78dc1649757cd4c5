using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>Counts by which methods a <see cref="FileSender"/> has sent, and translates its failures.</summary>
internal sealed class SentMethods
{
    private readonly long[] _transfers = new long[Enum.GetValues<SendMethod>().Length];
    private long _calls;

    /// <summary>Counts what a call did.</summary>
    /// <exception cref="TransferException">The file had another length than announced when it was opened.</exception>
    public void Add(SendResult result, Payload payload)
    {
        _transfers[(int)result.Method]++;
        _calls += result.Calls;
        if (result.FileLength != payload.Length)
        {
            throw PayloadChange.Ended(payload, result.FileLength, result.FileLength);
        }
    }

    /// <summary>Share of the transfers by each method that was used, and system calls per transfer.</summary>
    public IReadOnlyList<Observation> Observe()
    {
        long all = _transfers.Sum();
        return all == 0
            ? []
            :
            [
                .. Enum.GetValues<SendMethod>()
                    .Where(method => _transfers[(int)method] > 0)
                    .Select(method => new Observation(
                        Observation.SentBy + method,
                        Math.Round(100.0 * _transfers[(int)method] / all, 1),
                        "%")),
                new Observation(Observation.CallsPerTransfer, Math.Round((double)_calls / all, 2), ""),
            ];
    }

    /// <summary>The failure of a transfer as the harness reports it.</summary>
    public static TransferException Explain(Exception exception, FramedConnection connection, Payload payload)
    {
        if (exception is FileSendException { InnerException: { } lost })
        {
            return connection.Failed("sending", lost);
        }

        if (File.Exists(payload.Path))
        {
            PayloadChange.ThrowIfChanged(payload);
        }

        return PayloadFile.Unreadable(payload, exception.Message, exception);
    }
}
