using FileTransfer.Server.Contracts;

namespace FileTransfer.Server.Tests;

public sealed class DependencyTests
{
    [Fact]
    public void ServerAssembly_References_StrategiesAndThePackagesOnly() => Assert.Equal(
        ["FileTransfer.FileSender", "FileTransfer.FileSender.AspNetCore", "FileTransfer.Strategies"],
        typeof(IReceiver).Assembly
            .GetReferencedAssemblies()
            .Select(name => name.Name!)
            .Where(name => name.StartsWith("FileTransfer.", StringComparison.Ordinal))
            .Order(StringComparer.Ordinal));

    [Fact]
    public void ServerAssembly_HasNoMutableStatics() => Assert.Empty(MutableStatics.Of(typeof(IReceiver).Assembly));
}
