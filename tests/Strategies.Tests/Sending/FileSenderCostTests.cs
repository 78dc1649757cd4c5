using System.Globalization;
using System.Net.Sockets;
using FileTransfer.Sending;
using FileTransfer.Strategies.Tests.Faults;
using Microsoft.Win32.SafeHandles;
using static FileTransfer.Strategies.Tests.Sending.FileSenderCalls;

namespace FileTransfer.Strategies.Tests.Sending;

/// <summary>What calls leave behind: nothing, however many.</summary>
[TestClass(DisableParallelization = true)]
public sealed class FileSenderCostTests(LiveReceivers receivers, PayloadFolder folder)
{
    private const int Rounds = 20;

    /// <summary>
    /// Less than an object for each asynchronous call: the runtime replaces a cached operation now and then, more often on a busy machine.
    /// </summary>
    private const int Slack = 23;

    private const int MostAttempts = 5;

    /// <summary>
    /// A synchronous call allocates on its own thread or not at all. Of asynchronous ones the round counts that allocated least: tests of
    /// other classes do not run, threads of the runtime do.
    /// </summary>
    [Theory]
    [InlineData(1000, false)]
    [InlineData(1000, true)]
    [InlineData(300_000, false)]
    [InlineData(300_000, true)]
    [InlineData(1_000_000, false)]
    [InlineData(1_000_000, true)]
    public async Task Send_ManyTimes_AllocatesNothing(int size, bool isAsync)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "elsewhere the runtime's calls allocate");
        int count = size > 1000 ? 50 : 500;
        using var receiver = new FakeReceiver(receiver => receiver.DiscardAll());
        using Socket socket = Connect(receiver.Connection.Endpoint);
        using var sender = new FileSender();
        string path = folder.Get(size).Payload.Path;
        byte[] head = new byte[8];
        long fewest = long.MaxValue;
        for (int round = 0; round < Rounds; round++)
        {
            long before = Allocated(isAsync);
            for (int i = 0; i < count; i++)
            {
                _ = isAsync
                    ? await sender.SendAsync(socket, path, head, cancellationToken: TestContext.Current.CancellationToken)
                    : sender.Send(socket, path, head);
            }

            fewest = Math.Min(fewest, Allocated(isAsync) - before);
        }

        Assert.True(fewest <= (isAsync ? Slack * count : 0), $"{(double)fewest / count:0.00} bytes are allocated per call");
    }

    /// <summary>Small files: 200,000 in the exhaustive run, some thousands otherwise.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Send_ManyFiles_LeavesNothingBehind(bool isAsync)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "/proc needs Linux");
        int count = Exhaustive.Or(5_000, 100_000);
        using Socket socket = Connect(receivers.Connection("tcp").Endpoint);
        socket.NoDelay = true;
        using var sender = new FileSender();
        string path = folder.Get(1024).Payload.Path;
        byte[] head = Header(1024);
        byte[] answer = new byte[16];
        var waiter = new Waiter(Wait.Learn, socket);
        await SendAsync();
        (int Descriptors, int Mappings, long WorkingSet) before;
        (int Descriptors, int Mappings, long WorkingSet) after;
        int attempt = 0;
        // The runtime maps memory too, for threads, heaps and compiled code. That comes now and then; what is lost here is lost each time.
        do
        {
            before = Held();
            await SendAsync();
            after = Held();
        }
        while (IsMore() && ++attempt < MostAttempts);

        Assert.False(IsMore(), $"after {count / 2} files {after} are held, {before} before them");

        // A leak of one in eighty calls is more.
        bool IsMore() => after.Descriptors > before.Descriptors + 5
            || after.Mappings > before.Mappings + 30
            || after.WorkingSet > before.WorkingSet + (32 << 20);

        async Task SendAsync()
        {
            for (int i = 0; i < count / 2; i++)
            {
                waiter.Begin(1024);
                if (isAsync)
                {
                    await sender.SendAsync(socket, path, head, cancellationToken: TestContext.Current.CancellationToken);
                    Assert.Equal(answer.Length, await waiter.ReceiveAsync(answer, TestContext.Current.CancellationToken));
                }
                else
                {
                    sender.Send(socket, path, head);
                    Assert.Equal(answer.Length, waiter.Receive(answer));
                }

                waiter.End();
            }
        }
    }

    /// <summary>Large files share the pipes of the process, however many senders there are, and however their calls ended.</summary>
    [Fact]
    public void Send_LargeFilesByManySenders_SharesPipes()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "splice(2) needs Linux");
        const int Size = 1 << 20;
        string path = folder.Get(Size).Payload.Path;
        string large = folder.Zeros(30_000_000).Path;
        int before = Pipes();
        for (int i = 0; i < SplicePipe.Most + 5; i++)
        {
            using Socket socket = Connect(receivers.Connection("tcp").Endpoint);
            using var sender = new FileSender();
            sender.Send(socket, path, Header(Size));
            _ = Answer(socket);
        }

        Assert.InRange(Pipes(), 0, before + 2);

        // A pipe that is left with bytes in it is closed, and another one takes its place.
        for (int i = 0; i < SplicePipe.Most + 5; i++)
        {
            using var receiver = new FakeReceiver(receiver => receiver.ReadHeader());
            using Socket socket = Connect(receiver.Connection.Endpoint);
            using var sender = new FileSender();
            Assert.Throws<FileSendException>(() => sender.Send(socket, large, Header(30_000_000)));
        }

        Assert.InRange(Pipes(), 0, before + 2);
        using Socket last = Connect(receivers.Connection("tcp").Endpoint);
        using var after = new FileSender();
        SendMethod method = after.Send(last, path, Header(Size)).Method;
        _ = Answer(last);
        using SafeFileHandle file = File.OpenHandle(path);
        bool isInMemory = SplicePipe.IsInMemory((int)file.DangerousGetHandle(), 0, Size);
        Assert.Equal(isInMemory ? SendMethod.Splice : SendMethod.SendFile, method);
    }

    private static int Pipes() => new DirectoryInfo("/proc/self/fd").EnumerateFileSystemInfos()
        .Count(one => one.LinkTarget?.StartsWith("pipe:", StringComparison.Ordinal) == true);

    private static long Allocated(bool byAll) =>
        byAll ? GC.GetTotalAllocatedBytes(precise: true) : GC.GetAllocatedBytesForCurrentThread();

    private static (int Descriptors, int Mappings, long WorkingSet) Held()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        string resident = File.ReadLines("/proc/self/status").First(line => line.StartsWith("VmRSS:", StringComparison.Ordinal));
        return (
            Directory.EnumerateFiles("/proc/self/fd").Count(),
            File.ReadLines("/proc/self/maps").Count(),
            long.Parse(resident.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture) << 10);
    }
}
