using FileTransfer.Senders.Native;
using FileTransfer.Senders.Sessions;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Tests.Native;

/// <summary>What is believed of the native reference's own times and checks.</summary>
public sealed class NativeTransfersTests
{
    private const uint Checksum = 7;
    private const string Costs = "\"cpuSeconds\":0.25,\"contextSwitches\":5,\"involuntaryContextSwitches\":2}";
    private const string Honest =
        "{\"starts\":[100,220,300],\"returns\":[150,230,310],\"ends\":[200,290,360],\"checks\":[{\"index\":1,\"crc32C\":7}]," + Costs;

    private const string One = "{\"starts\":[100],\"returns\":[120],\"ends\":[200],\"checks\":";
    private const string Two = "{\"starts\":[100,150],\"ends\":[200,260],\"checks\":[],";
    private const string Check = "{\"index\":0,\"crc32C\":7}";

    [Fact]
    public void RecordIn_Answer_KeepsTimesAndChecksAsAStrategysWouldBe()
    {
        var transfers = NativeTransfers.Parse(Honest, asked: 90, answered: 400);
        var recorder = new SampleRecorder(new Payload("/payload", 10), Checksum, isFetched: false) { IsRecording = true };

        transfers.RecordIn(recorder, 10);

        Assert.Equal((0.25, 5, 2), (transfers.CpuSeconds, transfers.ContextSwitches, transfers.InvoluntaryContextSwitches));
        // The second was checked, which took the receiver time: it is no sample.
        Assert.Equal((3, 2, 1), (recorder.Transfers, recorder.Count, recorder.CheckedWhileRecording));
        Assert.Equal([2L], recorder.Checked);
        Assert.Equal([100L, 60L], recorder.Nanoseconds());
        Assert.Equal([50L, 10L], recorder.SendReturnedNanoseconds());
        Assert.Equal([0L, 10L], recorder.GapNanoseconds());
    }

    [Fact]
    public void RecordIn_ChecksumOfOtherContent_Throws()
    {
        var transfers = NativeTransfers.Parse(Honest, asked: 90, answered: 400);
        var recorder = new SampleRecorder(new Payload("/payload", 10), Checksum + 1, isFetched: false);
        Assert.Equal(TransferErrorKind.Mismatch, Assert.Throws<TransferException>(() => transfers.RecordIn(recorder, 10)).Kind);
    }

    [Theory]
    [InlineData("", 0, 400, "its answer cannot be read")]
    [InlineData("null", 0, 400, "its answer cannot be read")]
    [InlineData("{}", 0, 400, "its answer cannot be read")]
    [InlineData("{\"starts\":[],\"returns\":[],\"ends\":[],\"checks\":[]," + Costs, 0, 400, "it tells 0 starts")]
    [InlineData(Two + "\"returns\":[1]," + Costs, 0, 400, "it tells 2 starts, 1 returns and 2 ends")]
    [InlineData(Two + "\"returns\":[90,160]," + Costs, 0, 400, "transfer 1 of 2 began at 100, returned at 90")]
    [InlineData(Two + "\"returns\":[210,220]," + Costs, 0, 400, "returned at 210 and ended at 200")]
    [InlineData(Two + "\"returns\":[120,160]," + Costs, 0, 400, "its transfer 2 of 2 began at 150")]
    [InlineData(One + "[{\"index\":1,\"crc32C\":7}]," + Costs, 0, 400, "it tells a checksum of transfer 2, after 0 and of 1")]
    [InlineData(One + "[" + Check + "," + Check + "]," + Costs, 0, 400, "it tells a checksum of transfer 1, after 1 and of 1")]
    [InlineData(Honest, 101, 400, "began at 100, returned at 150 and ended at 200, after 101")]
    [InlineData(Honest, 90, 359, "ended at 360, after 290 and before 359")]
    public void Parse_WhatCannotBe_IsNotBelieved(string line, long asked, long answered, string message)
    {
        TransferException exception = Assert.Throws<TransferException>(() => NativeTransfers.Parse(line, asked, answered));
        Assert.StartsWith("the native reference cannot be believed: ", exception.Message, StringComparison.Ordinal);
        Assert.Contains(message, exception.Message, StringComparison.Ordinal);
    }
}
