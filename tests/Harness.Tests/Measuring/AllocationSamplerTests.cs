using FileTransfer.Senders.Sessions;

namespace FileTransfer.Harness.Tests.Measuring;

// It samples the whole process: no other test may allocate meanwhile.
[Collection(nameof(AllocationSamplerTests))]
[CollectionDefinition(nameof(AllocationSamplerTests), DisableParallelization = true)]
public sealed class AllocationSamplerTests
{
    private const int Objects = 1_000_000;
    private static byte[]? s_last;

    [Theory]
    [InlineData(40)]
    [InlineData(400)]
    public async Task Objects_OfAMillionAllocated_AreEstimatedWithinTheErrorOfTheSample(int bytes)
    {
        using var sampler = new AllocationSampler();
        for (int i = 0; i < Objects; i++)
        {
            s_last = new byte[bytes];
        }

        GC.KeepAlive(s_last);
        double expected = Objects * (bytes + 24) / AllocationEstimate.BytesPerSample;
        // Six standard errors.
        double least = Objects * (1 - (6 / Math.Sqrt(expected)));
        for (int waits = 0; sampler.Objects < least && waits < 500; waits++)
        {
            await Task.Delay(20, TestContext.Current.CancellationToken);
        }

        // Those that are still under way, so that none that is counted twice stays unseen.
        await Task.Delay(300, TestContext.Current.CancellationToken);
        // And room for what the runtime and the tests' own framework allocate meanwhile.
        Assert.InRange(sampler.Objects, least, Objects * 2.5);
    }
}
