using System.CommandLine;
using System.Diagnostics;
using System.Globalization;
using FileTransfer.Harness.Commands;
using FileTransfer.Harness.Launching;
using FileTransfer.Harness.Senders;
using FileTransfer.Results;
using FileTransfer.Results.Errors;
using FileTransfer.Results.Statistics;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Lab.Commands;

/// <summary>
/// Fetches a file from a server of another make again and again, for scripts that compare servers; no help lists it.
/// </summary>
/// <remarks>
/// Such a server has no count of its own that could be compared. The client still counts every byte, and checks responses chosen by chance
/// against the file on this machine.
/// </remarks>
internal static class FetchUrlCommand
{
    private static readonly TimeSpan s_warmup = TimeSpan.FromMilliseconds(500);

    /// <summary>The command.</summary>
    public static Command Build(TextWriter output, CancellationToken cancellationToken)
    {
        var command = new Command("fetch-url", "Fetch a file from any server, again and again.") { Hidden = true };
        var address = new Argument<string>("URL")
        {
            Description = "Base address of the server, such as http://127.0.0.1:8080; it must have the file at /serve/WAY/NAME.",
        };
        var strategy = new Option<string>("--strategy")
        {
            Description = "A download by id.",
            DefaultValueFactory = _ => "serve-file-sender",
        };
        var file = new Option<string>("--file") { Description = "The file that must come.", Required = true };
        var duration = new Option<string>("--duration") { Description = "Time to record.", DefaultValueFactory = _ => "2s" };
        command.Add(address);
        command.Add(strategy);
        command.Add(file);
        command.Add(duration);
        command.SetAction(result => RunAsync(
            result.GetRequiredValue(address),
            result.GetRequiredValue(strategy),
            PayloadStore.FromFile(result.GetRequiredValue(file)).Payload,
            OptionValues.ReadDuration("--duration", result.GetRequiredValue(duration), TimeSpan.FromHours(1)),
            output,
            cancellationToken));
        return command;
    }

    private static async Task<int> RunAsync(
        string address,
        string id,
        Payload payload,
        TimeSpan duration,
        TextWriter output,
        CancellationToken cancellationToken)
    {
        if (!Uri.TryCreate(address, UriKind.Absolute, out Uri? url) || url.Scheme != Uri.UriSchemeHttp)
        {
            throw new UsageException($"'{address}' is no address of a server without TLS; write http://127.0.0.1:8080");
        }

        if (!StrategyCatalog.TryFind(id, out StrategyDescriptor? descriptor)
            || !descriptor.FetchesFiles
            || !Transport.IsHttp(descriptor.Transports[0]))
        {
            throw new UsageException($"'{id}' is no download over HTTP; 'list' shows them: serve-*");
        }

        ITransferStrategy strategy = descriptor.Create(new ConnectionOptions
        {
            Endpoint = new HttpEndPoint(url, Transport.HttpVersion(descriptor.Transports[0])) { IsForeign = true },
        });
        await using (strategy)
        {
            var recorder = new SampleRecorder(payload, TransferSession.ReadOnce(payload), isFetched: true);
            await strategy.ConnectAsync(cancellationToken);
            await RepeatAsync(strategy, payload, recorder, s_warmup, cancellationToken);
            recorder.IsRecording = true;
            await RepeatAsync(strategy, payload, recorder, duration, cancellationToken);
            await output.WriteLineAsync(Line(descriptor, payload, recorder));
        }

        return cancellationToken.IsCancellationRequested ? ExitCode.Interrupted : ExitCode.Success;
    }

    /// <summary>Transfers for so long, and until there is a sample and a checked response where they are recorded.</summary>
    private static async Task RepeatAsync(
        ITransferStrategy strategy,
        Payload payload,
        SampleRecorder recorder,
        TimeSpan time,
        CancellationToken cancellationToken)
    {
        long begin = Stopwatch.GetTimestamp();
        while (!cancellationToken.IsCancellationRequested
            && (Stopwatch.GetElapsedTime(begin) < time
                || (recorder.IsRecording && (recorder.Count == 0 || recorder.CheckedSinceRecording == 0))))
        {
            long start = Stopwatch.GetTimestamp();
            Delivery delivery = await TransferSession.TransferOnceAsync(strategy, payload, cancellationToken);
            recorder.Record(start, delivery, Stopwatch.GetTimestamp());
        }
    }

    private static string Line(StrategyDescriptor descriptor, Payload payload, SampleRecorder recorder)
    {
        long[] nanoseconds = recorder.Nanoseconds();
        var launch = new Launch
        {
            Nanoseconds = nanoseconds,
            SendReturnedNanoseconds = recorder.SendReturnedNanoseconds(),
            MedianNanoseconds = SampleStatistics.Median(nanoseconds),
        };
        MeasurementStatistics statistics = SampleStatistics.Of([launch], payload.Length, delivers: true);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"strategy={descriptor.Id} bytes={payload.Length} transfers={recorder.Transfers} samples={recorder.Count} "
            + $"checked={recorder.CheckedSinceRecording} p50_ns={statistics.P50:0} p99_ns={statistics.P99:0} mean_ns={statistics.Mean:0}");
    }
}
