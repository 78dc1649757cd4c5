using System.Net;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;
using Xunit;

namespace FileTransfer.Harness.Tests.Proof;

/// <summary>What a server asks of the kernel to keep a file, as strace(1) sees it.</summary>
public sealed class KeptSystemCallTests
{
    private const int Size = 300_000;
    private const int Count = 3;

    /// <summary>Strategy, and the calls that write its file.</summary>
    private static readonly (string Strategy, string[] Writers)[] s_ways =
    [
        ("keep-file-stream-4k", ["pwrite64"]),
        ("keep-file-stream-64k", ["pwrite64"]),
        ("keep-file-stream-1m", ["pwrite64"]),
        ("keep-random-access", ["pwrite64"]),
        ("keep-pipe-reader", ["pwritev"]),
        ("keep-splice", ["splice"]),
        ("keep-mapped", []),
        ("keep-direct", ["pwrite64"]),
        ("keep-io-uring", []),
        ("keep-body", ["pwrite64"]),
        ("keep-multipart-reader", ["pwrite64"]),
    ];

    [Theory]
    [InlineData(Durability.None, null)]
    [InlineData(Durability.FDataSync, "fdatasync")]
    [InlineData(Durability.FSync, "fsync")]
    public async Task Keep_EveryWay_WritesByItsCallsAndSynchronizesBeforeItAcknowledges(Durability durability, string? synchronizes)
    {
        Strace.SkipUnlessPossible();
        using var folder = new TemporaryFolder();
        string trace = folder.File("trace");
        string payload = folder.File("payload", Size);
        using var kept = new TemporaryFolder();
        foreach ((string id, string[] writers) in s_ways)
        {
            StrategyDescriptor strategy = StrategyCatalog.Find(id);
            if (!strategy.Probe().IsAvailable)
            {
                continue;
            }

            bool isHttp = Transport.IsHttp(strategy.Transports[0]);
            _ = await StracedServer.RunAsync(
                trace,
                "openat,open,pwrite64,pwritev,write,writev,splice,fallocate,fsync,fdatasync,sendto,sendmsg,unlink",
                ["--keep", kept.Path],
                async ready =>
                {
                    string address = ready.Endpoints[strategy.Transports[0]];
                    await using ITransferStrategy sender = strategy.Create(new ConnectionOptions
                    {
                        Endpoint = isHttp ? new HttpEndPoint(new Uri(address), HttpVersion.Version11) : IPEndPoint.Parse(address),
                        Keep = new KeepOptions(IsPreallocated: synchronizes is not null, durability),
                    });
                    await sender.ConnectAsync(TestContext.Current.CancellationToken);
                    for (int i = 0; i < Count; i++)
                    {
                        Delivery delivery = sender is ISyncTransferStrategy synchronous
                            ? synchronous.Transfer(new Payload(payload, Size))
                            : await ((IAsyncTransferStrategy)sender).TransferAsync(
                                new Payload(payload, Size), TestContext.Current.CancellationToken);
                        Assert.Equal(Size, delivery.Bytes);
                    }
                });

            string[] lines = [.. File.ReadLines(trace).Where(line => line.Contains(kept.Path, StringComparison.Ordinal) || IsAnswer(line))];
            string Words() => $"{id}, {durability}:\n{string.Join('\n', lines)}";
            int Calls(string name) => lines.Count(line => line.Contains($" {name}(", StringComparison.Ordinal));
            Assert.True(Calls("fsync") == (synchronizes == "fsync" ? Count : 0), Words());
            Assert.True(Calls("fdatasync") == (synchronizes == "fdatasync" ? Count : 0), Words());
            Assert.True(Calls("fallocate") == (synchronizes is not null ? Count : 0), Words());
            Assert.True(Calls("unlink") == Count, Words());
            Assert.All(writers, writer => Assert.True(Calls(writer) >= Count, Words()));
            foreach (string other in (string[])["pwrite64", "pwritev", "write", "writev", "splice"])
            {
                Assert.True(writers.Contains(other) || Calls(other) == 0, Words());
            }

            if (synchronizes is not null)
            {
                // Over HTTP the answer is sent by another thread, while the file is deleted.
                string[] order = [.. lines
                    .Select(line => line.Contains($" {synchronizes}(", StringComparison.Ordinal) ? "sync"
                        : line.Contains(" unlink(", StringComparison.Ordinal) && !isHttp ? "unlink"
                        : IsAnswer(line) ? "answer" : "")
                    .Where(word => word.Length > 0)
                    .SkipWhile(word => word != "sync")];
                string[] once = isHttp ? ["sync", "answer"] : ["sync", "answer", "unlink"];
                Assert.True(order.SequenceEqual([.. once, .. once, .. once]), $"{string.Join(' ', order)}\n{Words()}");
            }
        }
    }

    /// <summary>True for an acknowledgement, or the answer to a request.</summary>
    private static bool IsAnswer(string line) =>
        (line.Contains(" sendto(", StringComparison.Ordinal) || line.Contains(" sendmsg(", StringComparison.Ordinal))
        && line.Contains("<TCP:[", StringComparison.Ordinal);
}
