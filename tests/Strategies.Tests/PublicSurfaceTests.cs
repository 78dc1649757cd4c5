using System.Runtime.CompilerServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Sockets;
using FileTransfer.Strategies.Testing;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests;

/// <summary>What strategies of other people are compiled against does not change unnoticed.</summary>
public sealed class PublicSurfaceTests
{
    private static readonly Type[] s_types =
    [
        typeof(StrategyDescriptor), typeof(StrategyFamily), typeof(StrategyDimensions), typeof(StrategyRole), typeof(Availability),
        typeof(Transport), typeof(PayloadSizes), typeof(GrownFile), typeof(FileHolding), typeof(AllocatingApi),
        typeof(ITransferStrategy), typeof(ISyncTransferStrategy), typeof(IAsyncTransferStrategy),
        typeof(ConnectedStrategy<>), typeof(SyncStrategy<>), typeof(AsyncStrategy<>), typeof(SocketStrategy), typeof(AsyncSocketStrategy),
        typeof(ConnectionOptions), typeof(FramedConnection), typeof(Payload), typeof(PayloadFile), typeof(PayloadChange), typeof(Delivery),
        typeof(TransferException), typeof(TransferErrorKind), typeof(StrategyConformance), typeof(ConformanceException),
    ];

    [Fact]
    public void TypesOfAuthors_PublicMembers_AreTheGoldenOnes() => GoldenRows.Check(
        GoldenFile(),
        PublicSurface.Of(s_types),
        "tests/Strategies.Tests --filter FullyQualifiedName~TypesOfAuthors_PublicMembers_AreTheGoldenOnes",
        mayGrow: false);

    /// <summary>Otherwise the file could not differ.</summary>
    [Fact]
    public void Of_Types_HasTheirMembersWithTypesParametersAndValues()
    {
        string[] rows = [.. PublicSurface.Of([typeof(SyncStrategy<>), typeof(GrownFile), typeof(Payload)])];
        Assert.Contains(
            rows,
            row => row.StartsWith("abstract class FileTransfer.Strategies.Contracts.SyncStrategy`1 : ", StringComparison.Ordinal));
        Assert.Contains(rows, row => row.EndsWith(
            "protected abstract FileTransfer.Strategies.Contracts.Delivery Transfer(TConnection connection, "
            + "FileTransfer.Strategies.Contracts.Payload payload)",
            StringComparison.Ordinal));
        Assert.All(Enum.GetValues<GrownFile>(), value => Assert.Contains(
            $"{typeof(GrownFile).FullName} | const {typeof(GrownFile).FullName} {value} = {(int)value}", rows));
        Assert.Contains($"{typeof(Payload).FullName} | System.Int64 Length {{ get init }}", rows);
    }

    private static string GoldenFile([CallerFilePath] string thisFile = "") =>
        Path.Combine(Path.GetDirectoryName(thisFile)!, "Golden", "public-surface.txt");
}
