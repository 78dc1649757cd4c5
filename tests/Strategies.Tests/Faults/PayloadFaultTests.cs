using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Tests.Faults;

/// <summary>What every strategy makes of a file that is not as long as it was.</summary>
public sealed class PayloadFaultTests(LiveReceivers receivers, PayloadFolder folder)
{
    private const int Announced = 200_000;
    private static readonly TimeSpan s_never = TimeSpan.FromMinutes(10);

    public static TheoryData<string> Ids => StrategyCases.FramedIds();

    /// <summary>Those that say so in their mechanism.</summary>
    public static TheoryData<string> Mapping =>
        StrategyCases.FramedIdsOf(descriptor => descriptor.Mechanism.Contains("map", StringComparison.Ordinal));

    public static TheoryData<string, int> Shrunk => [.. StrategyCases.Framed
        .SelectMany(descriptor => Exhaustive.Or<int[]>([Announced - 1, 0], [Announced - 1, 70_000, 0])
            .Select(onDisk => (descriptor.Id, onDisk)))];

    [Theory]
    [MemberData(nameof(Shrunk))]
    public async Task Transfer_FileShrank_PayloadChanged(string id, int onDisk)
    {
        TransferException exception = await Failing.AgainstAsync<TransferException>(
            id,
            folder.Lying(Announced, onDisk).Payload,
            receivers.ConnectionFor(id, verifies: true));
        Assert.Equal(TransferErrorKind.PayloadChanged, exception.Kind);
        Assert.Contains($"shrank from {Announced} to {onDisk} bytes", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_FileVanished_NamesTheFile(string id)
    {
        Payload payload = folder.Missing(Announced);
        TransferException exception = await Failing.AgainstAsync<TransferException>(
            id,
            payload,
            receivers.ConnectionFor(id, verifies: true));
        Assert.Equal(TransferErrorKind.PayloadUnreadable, exception.Kind);
        Assert.Contains(payload.Path, exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Mapping))]
    public async Task Transfer_FileSystemThatMapsNothing_UnsupportedNamingTheFile(string id)
    {
        // Of sysfs, which has files with a length that can be read only: mmap(2) answers ENODEV.
        const string Notes = "/sys/kernel/notes";
        Assert.SkipUnless(File.Exists(Notes), $"needs {Notes}");
        TransferException exception = await Failing.AgainstAsync<TransferException>(
            id,
            new Payload(Notes, new FileInfo(Notes).Length),
            receivers.ConnectionFor(id));
        Assert.Equal(TransferErrorKind.Unsupported, exception.Kind);
        Assert.Contains($"file system of {Notes} does not map files", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_FileGrew_DoesAsDocumented(string id)
    {
        TestPayload grown = folder.Lying(Announced, Announced + 1000);
        // No look at the file while a busy receiver is slow to answer: what the transfer itself does is asked for here.
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(
            id,
            receivers.ConnectionFor(id, verifies: true) with { CheckInterval = s_never });
        (Delivery Delivery, TransferException? Failure) transfer = await TryAsync(strategy, grown.Payload);
        if (transfer.Failure is { } failure)
        {
            Assert.Equal(TransferErrorKind.PayloadChanged, failure.Kind);
            Assert.Contains($"grew from {Announced} to {Announced + 1000} bytes", failure.Message, StringComparison.Ordinal);
        }
        else
        {
            // The frame is right, because the receiver counts; whoever measures has to look at the file again.
            Assert.Equal((Announced, grown.Crc32C), (transfer.Delivery.Bytes, transfer.Delivery.Crc32C));
        }

        (_, TransferException? next) = await TryAsync(strategy, folder.Get(4096).Payload);
        GrownFile seen = (transfer.Failure is not null, next is not null) switch
        {
            (true, false) => GrownFile.Refused,
            (true, true) => GrownFile.FoundLate,
            (false, false) => GrownFile.CutOff,
            (false, true) => GrownFile.Overruns,
        };
        GrownFile stated = StrategyCatalog.Find(id).WhenFileGrew;
        Assert.True(
            seen == stated,
            $"{id} was given a file that is longer than announced, and its descriptor says WhenFileGrew = {stated}, but {Words(seen)}. "
            + $"Write WhenFileGrew = GrownFile.{seen} into the descriptor if that is meant, "
            + "or compare the lengths before the frame begins, as PayloadFile.OpenHandle does.");
    }

    private static string Words(GrownFile seen) => seen switch
    {
        GrownFile.Refused => "the transfer failed, and the next one on the connection was delivered",
        GrownFile.FoundLate => "the transfer failed, and the next one on the connection failed too",
        GrownFile.CutOff => "as much was delivered as was announced, and the next transfer too",
        _ => "as much was delivered as was announced, and the next transfer failed",
    };

    private static async Task<(Delivery Delivery, TransferException? Failure)> TryAsync(ITransferStrategy strategy, Payload payload)
    {
        try
        {
            Delivery delivery = await Transfers.RunAsync(strategy, payload);
            return (delivery, null);
        }
        catch (TransferException failure)
        {
            return (default, failure);
        }
    }
}
