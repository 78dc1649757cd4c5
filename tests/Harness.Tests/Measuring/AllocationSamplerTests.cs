using FileTransfer.Harness.Measuring;
using Xunit;

namespace FileTransfer.Harness.Tests.Measuring;

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
        double expected = Objects * (bytes + 24) / AllocationSampler.BytesPerSample;
        for (int waits = 0; sampler.Samples < expected / 2 && waits < 200; waits++)
        {
            await Task.Delay(20, TestContext.Current.CancellationToken);
        }

        await Task.Delay(300, TestContext.Current.CancellationToken);
        // Six standard errors, and room for what other tests allocate meanwhile.
        Assert.InRange(sampler.Objects, Objects * (1 - (6 / Math.Sqrt(expected))), Objects * 2.5);
    }
}
