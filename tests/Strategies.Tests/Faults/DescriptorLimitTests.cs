using System.Net;
using System.Net.Sockets;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Tests.Faults;

/// <summary>What every strategy makes of a process that has no descriptor left (RLIMIT_NOFILE).</summary>
[TestClass(DisableParallelization = true)]
public sealed class DescriptorLimitTests(PayloadFolder folder)
{
    private const int Size = 4096;

    /// <summary>The thread pool of .NET throws when it wants another thread just then, which needs a descriptor to start.</summary>
    private const int MostAttempts = 5;

    public static TheoryData<string> Ids => StrategyCases.FramedIds();

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_NoDescriptorLeft_PayloadUnreadableAndNothingLeftOpen(string id)
    {
        Assert.SkipUnless(OpenDescriptors.CanBeListed, "the limit is set by setrlimit(2), which needs Linux");
        // Once before, so that everything a failure needs is loaded.
        await Failing.AgainstAsync<TransferException>(id, folder.Missing(Size), receiver => receiver.Wait());
        using var receiver = FakeReceiver.For(id, receiver =>
        {
            receiver.ReadFrame();
            receiver.Send("00000000000010000000000000000000");
            receiver.Wait();
        });
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receiver.Connection);
        Assert.Equal(Size, (await Transfers.RunAsync(strategy, folder.Get(Size).Payload)).Bytes);
        // Another file, because a kept one needs no descriptor any more.
        Payload payload = folder.Get(Size, seed: 2).Payload;
        OpenDescriptors before = OpenDescriptors.Now();
        Exception? thrown;
        int attempt = 0;
        do
        {
            using var limit = DescriptorLimit.Leaving(0);
            thrown = await Record.ExceptionAsync(() => Transfers.RunAsync(strategy, payload));
        }
        while (thrown is OutOfMemoryException && ++attempt < MostAttempts);

        TransferException exception = Assert.IsType<TransferException>(thrown);
        Assert.Equal(TransferErrorKind.PayloadUnreadable, exception.Kind);
        Assert.Contains(payload.Path, exception.Message, StringComparison.Ordinal);
        Assert.Contains("ulimit -n", exception.Message, StringComparison.Ordinal);
        before.AssertNothingLeft();
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Connect_NoDescriptorLeft_ConnectFailedAndNothingLeftOpen(string id)
    {
        Assert.SkipUnless(OpenDescriptors.CanBeListed, "the limit is set by setrlimit(2), which needs Linux");
        // Bound, so that nobody else takes the port, but not listening.
        using var taken = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        taken.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        EndPoint nobody = StrategyCatalog.Find(id).Transports[0] switch
        {
            Transport.Pipe => new FifoEndPoint(folder.Missing(Size).Path),
            Transport.Tls => new TlsEndPoint((IPEndPoint)taken.LocalEndPoint!, ""),
            _ => taken.LocalEndPoint!,
        };
        var connection = new ConnectionOptions { Endpoint = nobody };
        // Once before, so that everything a failure needs is loaded.
        await Assert.ThrowsAsync<TransferException>(() => ConnectAsync(id, connection));
        OpenDescriptors before = OpenDescriptors.Now();
        Exception? thrown;
        int attempt = 0;
        do
        {
            using var limit = DescriptorLimit.Leaving(0);
            thrown = await Record.ExceptionAsync(() => ConnectAsync(id, connection));
        }
        while (thrown is OutOfMemoryException && ++attempt < MostAttempts);

        TransferException exception = Assert.IsType<TransferException>(thrown);
        Assert.Equal(TransferErrorKind.ConnectFailed, exception.Kind);
        Assert.Equal(
            $"cannot connect to {nobody}: Too many open files; the process must have descriptors left "
            + "(ulimit -n), and the system too (fs.file-max)",
            exception.Message);
        before.AssertNothingLeft();
    }

    /// <summary>Without the probe, which may need a descriptor itself.</summary>
    private static async Task ConnectAsync(string id, ConnectionOptions connection)
    {
        await using ITransferStrategy strategy = StrategyCatalog.Find(id).Create(connection);
        await strategy.ConnectAsync(CancellationToken.None);
    }
}
