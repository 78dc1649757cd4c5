using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Tests;

public sealed class DependencyTests
{
    [Fact]
    public void StrategiesAssembly_References_FileSenderProtobufAndGrpcOnly() => Assert.DoesNotContain(
        typeof(ITransferStrategy).Assembly.GetReferencedAssemblies(),
        name => !name.Name!.StartsWith("System.", StringComparison.Ordinal)
            && name.Name is not ("FileTransfer.FileSender"
                or "Google.Protobuf"
                or "Grpc.Core.Api"
                or "Grpc.Net.Client"
                or "Grpc.Net.Common"
                or "Microsoft.Win32.Primitives"
                // The name of the processor, on Windows.
                or "Microsoft.Win32.Registry"));

    /// <summary>But what protoc writes.</summary>
    [Fact]
    public void StrategiesAssembly_HasNoMutableStatics() =>
        // Variants that a program adds before it looks the first one up, such as the laboratory's slowed ones.
        Assert.Equal(
            ["PayloadsReflection.descriptor", "StrategyVariant.s_added"],
            MutableStatics.Of(typeof(ITransferStrategy).Assembly));
}
