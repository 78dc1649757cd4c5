using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Tests.Storing;

public sealed class StoringRequestTests
{
    [Fact]
    public void TryRead_EveryRequest_IsWhatWasWritten()
    {
        foreach (StoringWay way in StoringWay.OfFrames)
        {
            foreach (bool isPreallocated in (bool[])[false, true])
            {
                foreach (Durability durability in Enum.GetValues<Durability>())
                {
                    var request = new StoringRequest(way.Name, new StoringOptions(isPreallocated, durability));
                    byte[] bytes = request.ToBytes();
                    Assert.InRange(bytes.Length, 1, StoringRequest.Longest);
                    Assert.True(StoringRequest.TryRead(bytes, out StoringRequest? read));
                    Assert.Equal(request, read);
                }
            }
        }
    }

    [Fact]
    public void ToBytes_OfARequest_AreThePublishedOnes() => Assert.Equal(
        "splice preallocate=on durability=fdatasync"u8.ToArray(),
        new StoringRequest("splice", new StoringOptions(IsPreallocated: true, Durability.FDataSync)).ToBytes());
}
