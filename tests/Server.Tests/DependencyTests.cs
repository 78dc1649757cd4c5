using FileTransfer.Server.Contracts;
using FileTransfer.Tests;

namespace FileTransfer.Server.Tests;

public sealed class DependencyTests
{
    [Fact]
    public void ServerAssembly_References_NoOtherProjectThanStrategies() => Assert.Equal(
        ["FileTransfer.Strategies"],
        typeof(IReceiver).Assembly
            .GetReferencedAssemblies()
            .Select(name => name.Name!)
            .Where(name => name.StartsWith("FileTransfer.", StringComparison.Ordinal)));

    [Fact]
    public void ServerAssembly_HasNoMutableStatics() => Assert.Empty(MutableStatics.Of(typeof(IReceiver).Assembly));
}
