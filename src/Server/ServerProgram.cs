using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Text.Json;
using FileTransfer.Sending;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Control;
using FileTransfer.Server.Hosting;
using FileTransfer.Server.Http;
using FileTransfer.Server.Receivers;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Server;

/// <summary>Starts the receivers and the control endpoint, prints one line when they are ready, and waits for a signal to stop.</summary>
internal static class ServerProgram
{
    private const int Failed = 1;
    private const int BadAddress = 2;

    /// <summary>Runs until SIGTERM, SIGHUP or Ctrl-C; with <paramref name="untilInputCloses"/> until standard input closes.</summary>
    /// <returns>
    /// The exit code: 0 after a clean stop, 1 when the server could not start, 2 when an address cannot be listened on. A second signal
    /// ends the process at once, with 1.
    /// </returns>
    public static async Task<int> RunAsync(ServerOptions options, bool untilInputCloses)
    {
        // Not disposed of: the thread that watches standard input may cancel it after this method has returned.
        var stop = new CancellationTokenSource();
        // A terminal sends its signals to the parent process too. The parent decides, and closes this process's input to stop it.
        CancellationTokenSource? stopOnSignal = untilInputCloses ? null : stop;
        using PosixSignalRegistration terminate = StopOn(PosixSignal.SIGTERM, stopOnSignal);
        using PosixSignalRegistration interrupt = StopOn(PosixSignal.SIGINT, stopOnSignal);
        using PosixSignalRegistration hangUp = StopOn(PosixSignal.SIGHUP, stopOnSignal);
        using var suspensions = new SuspensionCount();
        if (untilInputCloses)
        {
            StopWhenInputCloses(stop);
        }

        bool isReachable = !options.IsAlone && !(IPAddress.IsLoopback(options.Address) && IPAddress.IsLoopback(options.ControlAddress));
        if (options.Token is null && isReachable)
        {
            await Console.Error.WriteLineAsync(
                "server: warning: whoever can reach this machine can send to it: there is no authentication without --token-file");
        }

        using var resources = new ServerResources(options.Address, options.MaximumMessages);
        IReadOnlyList<IReceiver> receivers = [];
        try
        {
            if (options.BufferOffset is { } offset)
            {
                AppContext.SetData(KernelBuffer.OffsetSetting, offset);
            }

            if (options.Cpu is { } cpu)
            {
                ProcessorPin.ToCpu(cpu);
            }

            if (options.StoreIn is { } folder)
            {
                // Where ASP.NET collects the files of forms.
                Environment.SetEnvironmentVariable("ASPNETCORE_TEMP", Path.GetFullPath(folder));
            }

            StartedReceivers started = await ReceiverCatalog.StartAsync(options, resources);
            receivers = started.All;
            foreach (string reason in started.Reasons())
            {
                await Console.Error.WriteLineAsync($"server: {reason}");
            }

            string? congestionControl = receivers.OfType<SocketReceiver>().FirstOrDefault()?.CongestionControl;
            string? thumbprint = resources.CertificateInUse is { } certificate ? ServerCertificate.Sha256(certificate) : null;
            ControlEndpoint control = await ControlEndpoint.StartAsync(
                options, started, congestionControl, thumbprint, suspensions, stop.Token);
            await using (control)
            {
                Console.WriteLine(JsonSerializer.Serialize(control.Ready, ServerJson.Default.ServerReady));
                await Task.Delay(Timeout.Infinite, stop.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }

            return 0;
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            // Stopped before it was ready.
            return 0;
        }
        catch (Exception exception) when (exception is SocketException or IOException or TransferException)
        {
            string where = options.Port == 0 ? $"{options.Address}" : $"{options.Address} from port {options.Port} on";
            await Console.Error.WriteLineAsync($"server: cannot start on {where}: {exception.Message}");
            return exception is TransferException ? Failed : BadAddress;
        }
        finally
        {
            // At the same time: each may wait for its transfers to finish.
            await Task.WhenAll(receivers.Select(receiver => Task.Run(() => receiver.DisposeAsync().AsTask())));
        }
    }

    private static PosixSignalRegistration StopOn(PosixSignal signal, CancellationTokenSource? stop) =>
        PosixSignalRegistration.Create(signal, context =>
        {
            context.Cancel = true;
            if (stop?.IsCancellationRequested == true)
            {
                Console.Error.WriteLine("server: ended at once, by a second signal");
                Environment.Exit(Failed);
            }

            stop?.Cancel();
        });

    private static void StopWhenInputCloses(CancellationTokenSource stop)
    {
        var watch = new Thread(() =>
        {
            using Stream input = Console.OpenStandardInput();
            while (input.ReadByte() >= 0)
            {
            }

            stop.Cancel();
        })
        { IsBackground = true, Name = "input" };
        watch.Start();
    }
}
