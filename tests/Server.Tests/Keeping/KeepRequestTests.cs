using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Tests.Keeping;

public sealed class KeepRequestTests
{
    [Fact]
    public void TryRead_EveryRequest_IsWhatWasWritten()
    {
        foreach (KeepingWay way in KeepingWay.OfFrames)
        {
            foreach (bool isPreallocated in (bool[])[false, true])
            {
                foreach (Durability durability in Enum.GetValues<Durability>())
                {
                    var request = new KeepRequest(way.Name, new KeepOptions(isPreallocated, durability));
                    byte[] bytes = request.ToBytes();
                    Assert.InRange(bytes.Length, 1, KeepRequest.Longest);
                    Assert.True(KeepRequest.TryRead(bytes, out KeepRequest? read));
                    Assert.Equal(request, read);
                }
            }
        }
    }

    [Fact]
    public void ToBytes_OfARequest_AreThePublishedOnes() => Assert.Equal(
        "splice preallocate=on durability=fdatasync"u8.ToArray(),
        new KeepRequest("splice", new KeepOptions(IsPreallocated: true, Durability.FDataSync)).ToBytes());
}
