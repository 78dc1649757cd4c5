using FileTransfer.Server.Contracts;
using FileTransfer.Server.Storing;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Server.Tests.Storing;

/// <summary>
/// A way of storing that does not store what came: the checksum of the acknowledgement, which the harness compares, is that of the file.
/// </summary>
public sealed class CheatingStorerTests
{
    /// <summary>How it cheats.</summary>
    public enum Cheat
    {
        WritesNothing,
        WritesZeros,
        ChangesOneBit,
        LeavesTheLastByteOut,
        AddsAByte,
        StoresTheFirstFileOnly,
    }

    public static TheoryData<Cheat> Cheats => [.. Enum.GetValues<Cheat>()];

    [Theory]
    [MemberData(nameof(Cheats))]
    public async Task Keep_OtherThanWhatCame_ChecksumIsAnother(Cheat cheat)
    {
        await using var server = new StoringServer(
            options: new ServerOptions { IsCheckDue = _ => true, LogsEvents = false },
            makeStorer: _ => new CheatingStorer(cheat));
        using WireClient client = await server.ConnectAsync("random-access");
        for (int i = 0; i < 2; i++)
        {
            byte[] content = Content.Of(50_000, seed: i);
            await client.SendAsync(WireClient.Frame(content));
            (long status, string checksum) = await client.ReadAnswerAsync();
            Assert.Equal(content.Length, status);
            bool isHonest = cheat == Cheat.StoresTheFirstFileOnly && i == 0;
            Assert.Equal(isHonest, checksum == BitwiseCrc32C.FieldOf(content));
            Assert.Equal(checksum, $"{server.Receiver.ChecksAfter(i).Checks[0].Crc32C:X16}");
        }
    }

    /// <summary>The first file of every connection, and as many later ones as the rule says.</summary>
    [Fact]
    public async Task Keep_ManyFiles_FirstOfEveryConnectionAndThoseDrawnAreChecked()
    {
        int asked = 0;
        await using var server = new StoringServer(
            options: new ServerOptions { IsCheckDue = _ => ++asked % 3 == 0, LogsEvents = false });
        string none = new('0', 16);
        for (int connection = 0; connection < 2; connection++)
        {
            using WireClient client = await server.ConnectAsync("file-stream-4k");
            asked = 0;
            for (int i = 0; i < 7; i++)
            {
                byte[] content = Content.Of(100 + i);
                await client.SendAsync(WireClient.Frame(content));
                (long _, string checksum) = await client.ReadAnswerAsync();
                Assert.Equal(i is 0 or 3 or 6 ? BitwiseCrc32C.FieldOf(content) : none, checksum);
            }
        }
    }

    private sealed class CheatingStorer(Cheat cheat) : WritingStorer
    {
        private readonly RandomAccessStorer _honest = new();
        private long _left;
        private int _files;

        public override SafeFileHandle Handle => _honest.Handle;

        public override void Open(string path, long length, bool isPreallocated)
        {
            _honest.Open(path, length, isPreallocated);
            _left = length;
            _files++;
        }

        public override void Write(ReadOnlySpan<byte> bytes)
        {
            byte[] changed = bytes.ToArray();
            _left -= bytes.Length;
            switch (cheat)
            {
                case Cheat.WritesNothing:
                case Cheat.StoresTheFirstFileOnly when _files > 1:
                    return;
                case Cheat.WritesZeros:
                    Array.Clear(changed);
                    break;
                case Cheat.ChangesOneBit when _left == 0:
                    changed[^1] ^= 1;
                    break;
                case Cheat.LeavesTheLastByteOut when _left == 0:
                    changed = changed[..^1];
                    break;
                case Cheat.AddsAByte when _left == 0:
                    changed = [.. changed, 0];
                    break;
            }

            _honest.Write(changed);
        }

        public override void Finish() => _honest.Finish();

        public override void Close() => _honest.Close();
    }
}
