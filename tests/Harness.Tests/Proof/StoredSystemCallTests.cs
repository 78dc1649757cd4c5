using System.Net;
using FileTransfer.Senders.Sessions;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Tests.Proof;

/// <summary>What a server asks of the kernel to keep a file, as strace(1) sees it.</summary>
public sealed class StoredSystemCallTests
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

    [ExhaustiveTheory]
    [InlineData(Durability.None, null)]
    [ExhaustiveInlineData(Durability.FDataSync, "fdatasync")]
    [InlineData(Durability.FSync, "fsync")]
    public async Task Keep_EveryWay_WritesByItsCallsAndSynchronizesBeforeItAcknowledges(Durability durability, string? synchronizes)
    {
        Strace.SkipUnlessPossible();
        using var folder = new TemporaryFolder();
        string trace = folder.File("trace");
        string payload = folder.File("payload", Size);
        using var kept = new TemporaryFolder();
        (StrategyDescriptor Strategy, string[] Writers)[] ways =
            [.. s_ways.Select(way => (StrategyCatalog.Find(way.Strategy), way.Writers)).Where(way => way.Item1.Probe().IsAvailable)];
        var options = new StoringOptions(IsPreallocated: synchronizes is not null, durability);
        _ = await StracedServer.RunAsync(
            trace,
            "openat,open,pwrite64,pwritev,write,writev,splice,fallocate,fsync,fdatasync,sendto,sendmsg,unlink",
            ["--keep", kept.Path],
            async ready =>
            {
                foreach ((StrategyDescriptor strategy, _) in ways)
                {
                    await SendAsync(strategy, ready.Endpoints[strategy.Transports[0]], options, new Payload(payload, Size));
                }
            });

        // A line for each call on a file, and for each answer. A file is deleted after its answer, when the next may have begun.
        string[] lines = [.. File.ReadLines(trace).Where(line => line.Contains(kept.Path, StringComparison.Ordinal) || IsAnswer(line))];
        List<List<string>> files = [];
        Dictionary<string, List<string>> byName = [];
        foreach (string line in lines)
        {
            string name = NameOf(line, kept.Path);
            if (line.Contains("O_CREAT", StringComparison.Ordinal))
            {
                files.Add(byName[name] = []);
            }

            (byName.GetValueOrDefault(name) ?? files.LastOrDefault())?.Add(line);
        }

        Assert.True(files.Count == Count * ways.Length, string.Join('\n', lines));
        Assert.Equal(files.Count, lines.Count(line => IsCall(line, "unlink")));
        for (int i = 0; i < files.Count; i++)
        {
            (StrategyDescriptor strategy, string[] writers) = ways[i / Count];
            AssertStored(strategy, files[i], writers, synchronizes);
        }
    }

    /// <summary>The file of the folder that a line names; empty when it names none.</summary>
    private static string NameOf(string line, string folder)
    {
        int start = line.IndexOf(folder, StringComparison.Ordinal);
        return start < 0 ? "" : line[start..].Split('"', '>')[0];
    }

    private static async Task SendAsync(StrategyDescriptor strategy, string address, StoringOptions options, Payload payload)
    {
        await using ITransferStrategy sender = strategy.Create(new ConnectionOptions
        {
            Endpoint = Transport.IsHttp(strategy.Transports[0])
                ? new HttpEndPoint(new Uri(address), HttpVersion.Version11)
                : IPEndPoint.Parse(address),
            Storing = options,
        });
        await sender.ConnectAsync(TestContext.Current.CancellationToken);
        for (int i = 0; i < Count; i++)
        {
            Delivery delivery = await TransferSession.TransferOnceAsync(sender, payload, TestContext.Current.CancellationToken);
            Assert.Equal(Size, delivery.Bytes);
        }
    }

    private static void AssertStored(StrategyDescriptor strategy, List<string> file, string[] writers, string? synchronizes)
    {
        string words = $"{strategy.Id}, {synchronizes}:\n{string.Join('\n', file)}";
        int Calls(string name) => file.Count(line => IsCall(line, name));
        Assert.True(Calls("fsync") == (synchronizes == "fsync" ? 1 : 0), words);
        Assert.True(Calls("fdatasync") == (synchronizes == "fdatasync" ? 1 : 0), words);
        Assert.True(Calls("fallocate") == (synchronizes is not null ? 1 : 0), words);
        foreach (string call in (string[])["pwrite64", "pwritev", "write", "writev", "splice"])
        {
            Assert.True(writers.Contains(call) == Calls(call) > 0, words);
        }

        // Over HTTP the answer is sent by another thread, while the file is deleted.
        bool isHttp = Transport.IsHttp(strategy.Transports[0]);
        string[] order = [.. file
            .Select(line => IsCall(line, "fsync") || IsCall(line, "fdatasync") ? "sync"
                : IsCall(line, "unlink") && !isHttp ? "unlink"
                : IsAnswer(line) ? "answer"
                : writers.Any(writer => IsCall(line, writer)) ? "write" : "")
            .SkipWhile(word => word != (writers.Length > 0 ? "write" : synchronizes is not null ? "sync" : "answer"))
            .Where(word => word.Length > 0)];
        // Another answer may follow: to the connection that the next strategy opens.
        string[] expected =
        [
            .. writers.Length > 0 ? (string[])["write"] : [], .. synchronizes is not null ? (string[])["sync"] : [], "answer",
            .. isHttp ? (string[])[] : ["unlink"],
        ];
        string next = synchronizes is not null ? "sync" : "answer";
        Assert.True(
            order.Distinct().SequenceEqual(expected) && Array.LastIndexOf(order, "write") < Array.IndexOf(order, next),
            $"{string.Join(' ', order)}\n{words}");
    }

    private static bool IsCall(string line, string name) => line.Contains($" {name}(", StringComparison.Ordinal);

    /// <summary>True for an acknowledgement, or the answer to a request.</summary>
    private static bool IsAnswer(string line) =>
        (line.Contains(" sendto(", StringComparison.Ordinal) || line.Contains(" sendmsg(", StringComparison.Ordinal))
        && line.Contains("<TCP:[", StringComparison.Ordinal);
}
