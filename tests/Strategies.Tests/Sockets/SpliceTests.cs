using System.Globalization;
using System.IO.Pipes;
using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Tests.Faults;

namespace FileTransfer.Strategies.Tests.Sockets;

public sealed partial class SpliceTests(LiveReceivers receivers, PayloadFolder folder)
{
    private const int PipeSize = 1 << 20;

    public static TheoryData<string> Ids => ["splice", "splice-kept"];

    [Theory]
    [InlineData("splice", "splice(2)")]
    [InlineData("splice-kept", "splice(2)")]
    [InlineData("native-send-file", "sendfile(2)")]
    [InlineData("native-send-file-kept", "sendfile(2)")]
    [InlineData("pipe-splice", "splice(2)")]
    [InlineData("pipe-splice-1m", "splice(2)")]
    public async Task Transfer_FileSystemThatRefuses_UnsupportedNamingTheFile(string id, string call)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "memfd_create(2) needs Linux");
        // Files of hugetlbfs can be read and mapped, but not spliced from.
        const uint HugePages = 4;
        int file = CreateInMemory("no-splice", HugePages);
        Assert.SkipWhen(file < 0, "this kernel has no files of huge pages");
        using var handle = new Microsoft.Win32.SafeHandles.SafeFileHandle(file, ownsHandle: true);
        const int Size = 2 << 20;
        Assert.Equal(0, Truncate(file, Size));
        TransferException exception = await Failing.AgainstAsync<TransferException>(
            id,
            new Payload($"/proc/self/fd/{file}", Size),
            receivers.ConnectionFor(id));
        Assert.Equal(TransferErrorKind.Unsupported, exception.Kind);
        Assert.Contains($"file system of /proc/self/fd/{file} does not support {call}", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Observe_PipeEnlarged_HasNothingToTell(string id)
    {
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receivers.Connection("tcp"));
        await Transfers.RunAsync(strategy, folder.Get(4096).Payload);
        Assert.Empty(((IObservingStrategy)strategy).Observe());
    }

    [Theory(DisableParallelization = true)]
    [MemberData(nameof(Ids))]
    public async Task Observe_PipeNotEnlarged_TellsItsSizeAndStillDelivers(string id)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "pipes are limited by user on Linux");
        long softPages = long.Parse(File.ReadAllText("/proc/sys/fs/pipe-user-pages-soft"), CultureInfo.InvariantCulture);
        Assert.SkipUnless(softPages is > 0 and <= 100_000, "the pipes of a user are not limited here");
        await using ITransferStrategy strategy = StrategyCatalog.Find(id).Create(receivers.Connection("tcp-verify"));
        var pipes = new List<AnonymousPipeServerStream>();
        try
        {
            OnThreadWithoutCapabilities(() =>
            {
                for (long pages = 0; pages <= softPages; pages += PipeSize / Environment.SystemPageSize)
                {
                    pipes.Add(new AnonymousPipeServerStream(PipeDirection.Out, HandleInheritability.None, PipeSize));
                }

                strategy.ConnectAsync(CancellationToken.None).AsTask().Wait();
            });
        }
        finally
        {
            pipes.ForEach(pipe => pipe.Dispose());
        }

        Observation observation = Assert.Single(((IObservingStrategy)strategy).Observe());
        Assert.Equal("bytes", observation.Unit);
        Assert.InRange(observation.Value, Environment.SystemPageSize, PipeSize - 1);
        TestPayload file = folder.Get(12_345_678);
        Assert.Equal(file.Crc32C, (await Transfers.RunAsync(strategy, file.Payload)).Crc32C);
    }

    [Theory(DisableParallelization = true)]
    [MemberData(nameof(Ids))]
    public async Task Connect_NoDescriptorLeftForThePipe_ConnectFailedAndNothingLeftOpen(string id)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the limit is set by setrlimit(2), which needs Linux");
        // Never accepts, so that it needs no descriptor for a connection.
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(1);
        OpenDescriptors before = OpenDescriptors.Now();
        await using (ITransferStrategy strategy = StrategyCatalog.Find(id).Create(
            new ConnectionOptions { Endpoint = listener.LocalEndPoint! }))
        {
            TransferException exception;
            // Enough for the socket, and for one end of the pipe.
            using (DescriptorLimit.Leaving(2))
            {
                exception = await Assert.ThrowsAsync<TransferException>(() => strategy.ConnectAsync(CancellationToken.None).AsTask());
            }

            Assert.Equal(TransferErrorKind.ConnectFailed, exception.Kind);
            Assert.Contains("cannot make a pipe", exception.Message, StringComparison.Ordinal);
        }

        before.AssertNothingLeft();
    }

    [Theory(DisableParallelization = true)]
    [MemberData(nameof(Ids))]
    public async Task Transfer_ConnectionLost_ClosesThePipeWithWhatIsInIt(string id)
    {
        Assert.SkipUnless(OpenDescriptors.CanBeListed, "descriptors are listed in /proc/self/fd, which needs Linux");
        OpenDescriptors before = OpenDescriptors.Now();
        using FakeReceiver receiver = FakeReceiver.For(id, receiver => receiver.ReadHeader());
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receiver.Connection);
        Assert.Single(before.PipesSince());
        TransferException exception = await Assert.ThrowsAsync<TransferException>(
            () => Transfers.RunAsync(strategy, folder.Get(12_345_678).Payload));
        Assert.Equal(TransferErrorKind.ConnectionLost, exception.Kind);
        Assert.Empty(before.PipesSince());
    }

    /// <summary>
    /// Capabilities belong to threads: one of its own may give them up (capset(2)), and is bound by the limits of other users then.
    /// </summary>
    private static void OnThreadWithoutCapabilities(Action action)
    {
        Exception? failure = null;
        var thread = new Thread(() =>
        {
            try
            {
                const uint Version3 = 0x20080522;
                Assert.Equal(0, SetCapabilities([Version3, 0], new uint[6]));
                action();
            }
            catch (Exception exception)
            {
                failure = exception;
            }
        });
        thread.Start();
        Assert.True(thread.Join(TimeSpan.FromSeconds(30)));
        Assert.True(failure is null, failure?.ToString());
    }

    [LibraryImport("libc", EntryPoint = "memfd_create", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int CreateInMemory(string name, uint flags);

    [LibraryImport("libc", EntryPoint = "ftruncate")]
    private static partial int Truncate(int file, long length);

    [LibraryImport("libc", EntryPoint = "capset")]
    private static partial int SetCapabilities(uint[] header, uint[] data);
}
