using System.CommandLine;
using System.Diagnostics;
using System.Globalization;
using FileTransfer.Harness.Commands;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Errors;
using FileTransfer.Results.Statistics;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Servers;
using FileTransfer.Senders.Sessions;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Lab.Commands;

/// <summary>
/// Measures the overhead of the harness: a transfer that sends nothing, and the same transfers with and without recording.
/// </summary>
internal static class HarnessCostCommand
{
    private const int NullTransfersPerBlock = 100_000;
    private const int NullBlocks = 51;
    private const int TransfersPerBlock = 100;
    private static readonly TimeSpan s_time = TimeSpan.FromSeconds(10);

    /// <summary>The command.</summary>
    public static Command Build(TextWriter output, CancellationToken cancellationToken)
    {
        var command = new Command("harness-cost", "Measure the overhead of the harness on this machine.");
        var options = new RunOptions();
        command.AddAll([options.NoDelay, options.CongestionControl, options.Place.Affinity, options.Place.Cpus, .. options.Wait.All]);
        command.SetAction(result => RunAsync(options.Read(result, Transport.Tcp), output, cancellationToken));
        return command;
    }

    /// <exception cref="TransferException">A transfer failed.</exception>
    /// <exception cref="ServerException">The server did not start.</exception>
    private static async Task<int> RunAsync(SenderOptions sender, TextWriter output, CancellationToken cancellationToken)
    {
        ServerProcess server = await ServerProcess.StartAsync(ServerProcess.ArgumentsFor(sender), cancellationToken);
        await using (server)
        {
            double nothing = await MeasureNullAsync(sender, server.Control, cancellationToken);
            await output.WriteLineAsync(string.Create(
                CultureInfo.InvariantCulture,
                $"null, recorded: {nothing:0.0} ns per transfer (median of {NullBlocks} blocks of {NullTransfersPerBlock})"));
            (double recorded, double plain, int blocks) = await MeasureRecordingAsync(sender, server.Control, cancellationToken);
            await output.WriteLineAsync(string.Create(
                CultureInfo.InvariantCulture,
                $"send-file 1K, alternating blocks of {TransfersPerBlock} transfers, recorded and not recorded ({blocks} of each): median "
                + $"{new Nanoseconds(recorded)} and {new Nanoseconds(plain)} per transfer, a difference of "
                + $"{(recorded / plain - 1) * 100:+0.00;-0.00} %"));
        }

        return ExitCode.Success;
    }

    private static async Task<double> MeasureNullAsync(SenderOptions sender, Uri server, CancellationToken cancellationToken)
    {
        TransferSession session = await PrepareAsync(StrategyCatalog.Find("null"), sender, server, cancellationToken);
        await using (session)
        {
            session.WarmUp(TimeSpan.FromMilliseconds(500));
            List<long> blocks = [];
            for (int block = 0; block < NullBlocks; block++)
            {
                var recorder = new SampleRecorder(session.Payload.Length) { IsRecording = true };
                recorder.Reserve(NullTransfersPerBlock);
                long start = Stopwatch.GetTimestamp();
                await RecordedAsync(session.Loop, recorder, NullTransfersPerBlock);
                blocks.Add(Stopwatch.GetTimestamp() - start);
            }

            return PerTransfer(blocks, NullTransfersPerBlock);
        }
    }

    private static async Task<(double Recorded, double Plain, int Blocks)> MeasureRecordingAsync(
        SenderOptions sender,
        Uri server,
        CancellationToken cancellationToken)
    {
        TransferSession session = await PrepareAsync(StrategyCatalog.Find("send-file"), sender, server, cancellationToken);
        await using (session)
        {
            session.WarmUp(TimeSpan.FromSeconds(1));
            var strategy = (ISyncTransferStrategy)session.Strategy;
            var recorder = new SampleRecorder(session.Payload.Length) { IsRecording = true };
            recorder.Reserve(10_000_000);
            var idle = new SampleRecorder(session.Payload.Length);
            List<long> recorded = [];
            List<long> plain = [];
            long begin = Stopwatch.GetTimestamp();
            while (Stopwatch.GetElapsedTime(begin) < s_time && !cancellationToken.IsCancellationRequested)
            {
                long start = Stopwatch.GetTimestamp();
                await RecordedAsync(session.Loop, recorder, TransfersPerBlock);
                long between = Stopwatch.GetTimestamp();
                Plain(strategy, session.Payload, idle, TransfersPerBlock);
                plain.Add(Stopwatch.GetTimestamp() - between);
                recorded.Add(between - start);
            }

            return (PerTransfer(recorded, TransfersPerBlock), PerTransfer(plain, TransfersPerBlock), plain.Count);
        }
    }

    private static ValueTask RecordedAsync(SendingLoop loop, SampleRecorder recorder, int transfers)
    {
        int made = 0;
        return loop.RunAsync(recorder, () => ++made < transfers);
    }

    /// <summary>Transfers without timestamps and samples: a recorder that does not record still checks every delivery.</summary>
    /// <exception cref="TransferException">The receiver confirmed another number of bytes.</exception>
    internal static void Plain(ISyncTransferStrategy strategy, Payload payload, SampleRecorder idle, int transfers)
    {
        for (int i = 0; i < transfers; i++)
        {
            Delivery delivery = strategy.Transfer(payload);
            idle.Record(start: 0, delivery, end: 0);
        }
    }

    private static double PerTransfer(List<long> blocks, int transfers) =>
        SampleStatistics.Median(StopwatchTicks.ToNanoseconds([.. blocks])) / transfers;

    private static Task<TransferSession> PrepareAsync(
        StrategyDescriptor strategy,
        SenderOptions sender,
        Uri server,
        CancellationToken cancellationToken) =>
        TransferSession.PrepareAsync(
            new SessionOptions
            {
                Strategy = strategy,
                Payload = PayloadStore.Get(new ByteSize(1 << 10)).Payload,
                Sender = sender,
                Server = server,
            },
            cancellationToken);
}
