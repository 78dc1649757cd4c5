using System.Globalization;
using System.Net;
using System.Net.Sockets;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Harness.Tests.Elsewhere;

/// <summary>Sends and fetches files by every strategy, over every transport that a server has, and says what became of each.</summary>
internal static class Conformance
{
    /// <summary>Of a line about a strategy that delivered every file, over one transport.</summary>
    public const string Delivers = "delivers";

    /// <summary>Of one about a strategy that cannot run here: its own reason follows.</summary>
    public const string Lacks = "lacks";

    /// <summary>Of one about a strategy that should, and did not: the error follows.</summary>
    public const string Fails = "fails";

    /// <summary>The last line.</summary>
    public const string Done = "done";

    private const int Middle = 65_537;

    private static readonly int[] s_sizes = [0, 1, 4095, 4096, 4097, Middle, 1_234_567];

    /// <summary>Under wine, which loses a transfer now and then, whoever reads the lines begins anew before that.</summary>
    private static readonly TimeSpan s_limit = OperatingSystem.IsWindows() ? Hang.Limit : TimeSpan.FromSeconds(60);

    /// <summary>How long a stalled receiver is waited for.</summary>
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(1);

    /// <summary>
    /// Those that meet a stalled receiver, which takes a second, and on Windows one that has hung up: one that blocks of each kind, and
    /// one that awaits.
    /// </summary>
    private static readonly string[] s_patient = ["read-write-64k", "send-file", "saea", "copy-to-async"];

    /// <summary>Writes the files, which the server serves and the sender sends.</summary>
    public static void WriteFiles(string folder)
    {
        foreach (int size in s_sizes)
        {
            byte[] bytes = new byte[size];
            new Random(size).NextBytes(bytes);
            File.WriteAllBytes(PathOf(folder, size), bytes);
        }
    }

    /// <summary>Tries all, and writes a line for each: outcome, strategy, transport, and what is to be said.</summary>
    /// <param name="server">The server.</param>
    /// <param name="folder">Folder of the files.</param>
    /// <param name="output">Where the lines go.</param>
    /// <param name="most">Strategies to try over each transport; what is tried then are the receivers.</param>
    /// <param name="answered">Strategies and transports, such as <c>send-file tcp</c>, that have their line already.</param>
    public static async Task RunAsync(
        ServerReady server, string folder, TextWriter output, int most = int.MaxValue, IReadOnlyCollection<string>? answered = null)
    {
        var tried = new Dictionary<string, int>();
        foreach (StrategyDescriptor strategy in StrategyCatalog.All.Where(one => one.Delivers && !one.IsForeign))
        {
            Availability availability = strategy.Probe();
            foreach (string transport in strategy.Transports)
            {
                tried[transport] = tried.GetValueOrDefault(transport) + 1;
                if (tried[transport] > most || answered?.Contains($"{strategy.Id} {transport}") == true)
                {
                    continue;
                }

                string outcome = !availability.IsAvailable
                    ? $"{Lacks} {strategy.Id} {transport} {availability.Reason}"
                    : !ReceiverAddress.TryFind(server, transport, isVerifying: true, out EndPoint? address)
                        ? $"{Lacks} {strategy.Id} {transport} the server has no such receiver"
                        : await TryAsync(strategy, transport, address, folder).ConfigureAwait(false);
                await output.WriteLineAsync(outcome.ReplaceLineEndings(" ")).ConfigureAwait(false);
                await output.FlushAsync().ConfigureAwait(false);
            }
        }

        await output.WriteLineAsync(Done).ConfigureAwait(false);
    }

    private static async Task<string> TryAsync(StrategyDescriptor strategy, string transport, EndPoint address, string folder)
    {
        int size = 0;
        try
        {
            ITransferStrategy sender = await ConnectAsync(strategy, address).ConfigureAwait(false);
            await using (sender.ConfigureAwait(false))
            {
                int[] sizes = [.. s_sizes.Where(one => strategy.AcceptedSizes.Include(one))];
                foreach (int one in (int[])[.. sizes, .. sizes.Reverse()])
                {
                    size = one;
                    await TransferAsync(sender, strategy, PathOf(folder, size), size).ConfigureAwait(false);
                }
            }

            // Of an upload over HTTP the server may be the one who finds out.
            if (strategy.AcceptedSizes.Include(Middle)
                && !strategy.Fetches
                && transport == strategy.Transports[0]
                && !Transport.IsHttp(transport))
            {
                size = Middle;
                await TryChangedAsync(strategy, address, PathOf(folder, Middle)).ConfigureAwait(false);
                // Under wine a transfer to a receiver that has hung up ends at its timeout, or never, depending on how it is sent.
                if (transport == Transport.Tcp && (!OperatingSystem.IsWindows() || s_patient.Contains(strategy.Id)))
                {
                    size = s_sizes[^1];
                    var payload = new Payload(PathOf(folder, size), size);
                    await TryBadReceiverAsync(strategy, payload, hangsUp: true).ConfigureAwait(false);
                    if (s_patient.Contains(strategy.Id))
                    {
                        await TryBadReceiverAsync(strategy, payload, hangsUp: false).ConfigureAwait(false);
                    }
                }
            }

            return $"{Delivers} {strategy.Id} {transport}";
        }
        catch (Exception exception)
        {
            return string.Create(CultureInfo.InvariantCulture, $"{Fails} {strategy.Id} {transport} {size} bytes: {exception.Message}");
        }
    }

    private static Task<ITransferStrategy> ConnectAsync(StrategyDescriptor strategy, EndPoint address) =>
        ConnectAsync(strategy, new ConnectionOptions { Endpoint = address });

    private static async Task<ITransferStrategy> ConnectAsync(StrategyDescriptor strategy, ConnectionOptions options)
    {
        ITransferStrategy sender = strategy.Create(options);
        await Task.Run(() => sender.ConnectAsync(CancellationToken.None).AsTask()).WaitAsync(s_limit).ConfigureAwait(false);
        return sender;
    }

    /// <summary>A file that is shorter than announced, and one that is longer: neither is confirmed as it was announced.</summary>
    private static async Task TryChangedAsync(StrategyDescriptor strategy, EndPoint address, string path)
    {
        await RefusesAsync(2 * Middle, "half of the file was cut off").ConfigureAwait(false);
        if (strategy.WhenFileGrew is GrownFile.Refused or GrownFile.FoundLate)
        {
            await RefusesAsync(Middle / 2, "the file had grown").ConfigureAwait(false);
        }

        async Task RefusesAsync(int announced, string what)
        {
            ITransferStrategy sender = await ConnectAsync(strategy, address).ConfigureAwait(false);
            await using (sender.ConfigureAwait(false))
            {
                try
                {
                    Delivery delivery = await SendAsync(sender, new Payload(path, announced)).ConfigureAwait(false);
                    throw new InvalidDataException($"{what}, and {delivery.Bytes} of {announced} bytes were confirmed");
                }
                catch (TransferException)
                {
                    // As it has to be.
                }
            }
        }
    }

    /// <summary>A receiver that accepts the connection and hangs up, or reads nothing: an error of ours, and soon.</summary>
    private static async Task TryBadReceiverAsync(StrategyDescriptor strategy, Payload payload, bool hangsUp)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var options = new ConnectionOptions { Endpoint = listener.LocalEndpoint };
        ITransferStrategy sender = await ConnectAsync(strategy, hangsUp ? options : options with { Timeout = s_patience })
            .ConfigureAwait(false);
        await using (sender.ConfigureAwait(false))
        {
            using Socket receiver = await listener.AcceptSocketAsync().WaitAsync(s_limit).ConfigureAwait(false);
            if (hangsUp)
            {
                receiver.Dispose();
            }

            try
            {
                Delivery delivery = await SendAsync(sender, payload).ConfigureAwait(false);
                throw new InvalidDataException(
                    $"the receiver {(hangsUp ? "had hung up" : "read nothing")}, and {delivery.Bytes} bytes were confirmed");
            }
            catch (TransferException exception) when (hangsUp || exception.Kind == TransferErrorKind.TimedOut)
            {
                // As it has to be.
            }
        }
    }

    /// <summary>One transfer. A synchronous one may never return.</summary>
    private static Task<Delivery> SendAsync(ITransferStrategy sender, Payload payload) => Task.Run(
        async () => sender is ISyncTransferStrategy synchronous
            ? synchronous.Transfer(payload)
            : await ((IAsyncTransferStrategy)sender).TransferAsync(payload, CancellationToken.None).ConfigureAwait(false))
        .WaitAsync(s_limit);

    private static async Task TransferAsync(ITransferStrategy sender, StrategyDescriptor strategy, string path, int size)
    {
        bool isMessage = strategy.Fetches && !strategy.FetchesFiles;
        byte[] content = isMessage
            ? GeneratedContent.Bytes(PayloadContent.Random, size)
            : await File.ReadAllBytesAsync(path).ConfigureAwait(false);
        var expected = new Crc32C();
        expected.Append(content);
        Delivery delivery = await SendAsync(sender, new Payload(path, size)).ConfigureAwait(false);
        // A receiver that stores files checks the first one of a connection by its checksum, and reads those that it checks from the disk.
        bool isCounted = strategy.IsStored && delivery.Crc32C == 0;
        if (delivery.Bytes != size || (delivery.Crc32C != expected.Value && !isCounted))
        {
            throw new InvalidDataException(
                $"{delivery.Bytes} bytes with CRC-32C {delivery.Crc32C:x8} were confirmed, and it has {expected.Value:x8}");
        }
    }

    private static string PathOf(string folder, int size) =>
        Path.Combine(folder, string.Create(CultureInfo.InvariantCulture, $"elsewhere-{size}"));
}
