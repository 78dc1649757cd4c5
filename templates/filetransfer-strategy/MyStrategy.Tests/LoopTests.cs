using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Testing;
using Xunit;

namespace MyStrategy.Tests;

/// <summary>What every strategy must do, against the real server.</summary>
public sealed class LoopTests : StrategyConformance
{
    protected override StrategyDescriptor Strategy => Loop.Descriptor;

    [Fact]
    public Task EverySize_Arrives() => CheckEverySizeAsync();

    [Fact]
    public Task SeveralFiles_OverOneConnection_Arrive() => CheckSeveralOnOneConnectionAsync();

    [Fact]
    public Task TruncatedFile_IsRefused() => CheckTruncatedFileIsRefusedAsync();

    [Fact]
    public Task ManyTransfers_LeaveNothingOpen() => CheckNothingIsLeftOpenAsync();
}
