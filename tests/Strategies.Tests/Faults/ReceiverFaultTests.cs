using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;
using FileTransfer.Server.Sinks;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Strategies.Tests.Faults;

/// <summary>What every strategy makes of a receiver that does not do its part.</summary>
public sealed class ReceiverFaultTests(PayloadFolder folder)
{
    private const int Small = 1000;
    private const int Large = 12_345_678;

    /// <summary>
    /// More than a connection takes that nobody reads from. Not more by much: the limit on a transfer grows with its length.
    /// </summary>
    private const int Unread = 6_000_000;

    public static TheoryData<string> Ids => StrategyCases.FramedIds();

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_ReceiverClosesWithinAFrame_ConnectionLost(string id)
    {
        TransferException exception = await FailAsync(id, Large, receiver =>
        {
            receiver.ReadHeader();
            receiver.Discard(100_000);
        });
        Assert.True(exception.Kind == TransferErrorKind.ConnectionLost, exception.ToString());
        Assert.Contains("connection lost", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_ReceiverClosesInsteadOfAcknowledging_ConnectionLost(string id)
    {
        TransferException exception = await FailAsync(id, Small, receiver => receiver.ReadFrame());
        Assert.Equal(TransferErrorKind.ConnectionLost, exception.Kind);
        Assert.Contains("after 0 of the 16 bytes", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_ReceiverClosesWithinTheAcknowledgement_ConnectionLost(string id)
    {
        TransferException exception = await FailAsync(id, Small, receiver =>
        {
            receiver.ReadFrame();
            receiver.Send("00000000000003");
        });
        Assert.Equal(TransferErrorKind.ConnectionLost, exception.Kind);
        Assert.Contains("after 7 of the 16 bytes", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_ReceiverAnswersMinusThree_Rejected(string id)
    {
        TransferException exception = await FailAsync(id, Small, receiver =>
        {
            receiver.ReadFrame();
            receiver.Send("FFFFFFFFFFFFFFFD0000000000000000");
        });
        Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
        Assert.Contains("-3 (receiver failure)", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_ReceiverRefusesWithinAFrameAndCloses_Rejected(string id)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "only Linux keeps what was received before a reset");
        TransferException exception = await FailAsync(id, Large, receiver =>
        {
            receiver.ReadHeader();
            receiver.Send("FFFFFFFFFFFFFFFE0000000000000000");
        });
        Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
        Assert.Equal(
            "the receiver answered -2 (larger than the receiver's limit): "
            + $"the frame announced {Large} bytes; raise the limit (serve --max-length)",
            exception.Message);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_LargerThanTheReceiverAccepts_Rejected(string id)
    {
        string transport = StrategyCatalog.Find(id).Transports[0];
        using X509Certificate2 certificate = FakeTls.MakeCertificate();
        await using IReceiver receiver = StartSmall(transport, certificate);
        var ready = new ServerReady(
            Ready: true,
            Control: "",
            new Dictionary<string, string> { [transport] = receiver.Endpoint },
            certificate.GetCertHashString(HashAlgorithmName.SHA256));
        Assert.True(ReceiverAddress.TryFind(ready, transport, isVerifying: false, out EndPoint? address));
        TransferException exception = await Failing.AgainstAsync<TransferException>(
            id,
            folder.Get(Large).Payload,
            new ConnectionOptions { Endpoint = address });
        Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
        Assert.Equal(
            "the receiver answered -2 (larger than the receiver's limit): "
            + $"the frame announced {Large} bytes; raise the limit (serve --max-length)",
            exception.Message);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_AcknowledgementOfAnotherProtocol_Rejected(string id)
    {
        TransferException exception = await FailAsync(id, Small, receiver =>
        {
            receiver.ReadFrame();
            receiver.Send(Convert.ToHexString("HTTP/1.1 400 Bad"u8));
        });
        Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
        Assert.Contains("does not use this wire format", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_ReceiverNeverAcknowledges_TimedOut(string id)
    {
        TransferException exception = await FailAsync(
            id,
            Small,
            receiver =>
            {
                receiver.ReadFrame();
                receiver.Wait();
            },
            isImpatient: true);
        Assert.Equal(TransferErrorKind.TimedOut, exception.Kind);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_ReceiverNeverReads_TimedOut(string id)
    {
        TransferException exception = await FailAsync(id, Unread, receiver => receiver.Wait(), isImpatient: true);
        Assert.Equal(TransferErrorKind.TimedOut, exception.Kind);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_AcknowledgementInPieces_IsPutTogether(string id)
    {
        using FakeReceiver receiver = FakeReceiver.For(id, receiver =>
        {
            receiver.ReadFrame();
            foreach (char[] digits in "00000000000003E800000000E3069283".Chunk(2))
            {
                receiver.Send(new string(digits));
            }

            receiver.Wait();
        });
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receiver.Connection);
        Delivery delivery = await Transfers.RunAsync(strategy, folder.Get(Small).Payload);
        Assert.Equal(1000, delivery.Bytes);
        Assert.Equal(0xE3069283U, delivery.Crc32C);
    }

    private static IReceiver StartSmall(string transport, X509Certificate2 certificate)
    {
        var options = new ServerOptions { MaximumLength = Large - 1 };
        if (transport != "pipe")
        {
            return new SocketReceiver(
                "small",
                new IPEndPoint(IPAddress.Loopback, 0),
                options,
                () => new Crc32CSink(),
                transport == Transport.Tls ? certificate : null);
        }

        Assert.SkipUnless(OperatingSystem.IsLinux(), "named pipes are used on Linux only");
        return new FifoReceiver("pipe-small", options, () => new Crc32CSink());
    }

    private Task<TransferException> FailAsync(string id, int size, Action<FakeReceiver> script, bool isImpatient = false) =>
        Failing.AgainstAsync<TransferException>(id, folder.Get(size).Payload, script, isImpatient);
}
