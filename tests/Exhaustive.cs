using System.Reflection;
using System.Runtime.CompilerServices;
using Xunit.Sdk;
using Xunit.v3;

namespace FileTransfer.Tests;

/// <summary>Tests that take long and find little: they are there only with FILETRANSFER_TESTS=all in the environment.</summary>
/// <remarks>Without it they are neither skipped nor failed, whatever --filter says: the runner never hears of them.</remarks>
internal static class Exhaustive
{
    /// <summary>True when everything is asked for.</summary>
    public static bool IsAskedFor { get; } = Environment.GetEnvironmentVariable("FILETRANSFER_TESTS") == "all";

    /// <summary>How often, how long or how much.</summary>
    public static T Or<T>(T usually, T exhaustively) => IsAskedFor ? exhaustively : usually;
}

/// <summary>A fact of the exhaustive run alone.</summary>
[XunitTestCaseDiscoverer(typeof(ExhaustiveFactDiscoverer))]
[AttributeUsage(AttributeTargets.Method)]
internal sealed class ExhaustiveFactAttribute([CallerFilePath] string? sourceFilePath = null, [CallerLineNumber] int sourceLineNumber = -1)
    : Xunit.FactAttribute(sourceFilePath, sourceLineNumber);

/// <summary>A theory of the exhaustive run alone.</summary>
[XunitTestCaseDiscoverer(typeof(ExhaustiveTheoryDiscoverer))]
[AttributeUsage(AttributeTargets.Method)]
internal sealed class ExhaustiveTheoryAttribute(
    [CallerFilePath] string? sourceFilePath = null,
    [CallerLineNumber] int sourceLineNumber = -1)
    : Xunit.TheoryAttribute(sourceFilePath, sourceLineNumber);

/// <summary>A case of the exhaustive run alone, beside others that are there always.</summary>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
internal sealed class ExhaustiveInlineDataAttribute(params object?[] data) : DataAttribute
{
    public override ValueTask<IReadOnlyCollection<ITheoryDataRow>> GetData(MethodInfo testMethod, DisposalTracker disposalTracker) =>
        new(Exhaustive.IsAskedFor ? [new TheoryDataRow(data)] : []);

    public override bool SupportsDiscoveryEnumeration() => true;
}

/// <summary>Finds facts when everything is asked for.</summary>
internal sealed class ExhaustiveFactDiscoverer : FactDiscoverer
{
    public override ValueTask<IReadOnlyCollection<IXunitTestCase>> Discover(
        ITestFrameworkDiscoveryOptions discoveryOptions,
        IXunitTestMethod testMethod,
        IFactAttribute factAttribute) =>
        Exhaustive.IsAskedFor ? base.Discover(discoveryOptions, testMethod, factAttribute) : new([]);
}

/// <summary>Finds theories when everything is asked for.</summary>
internal sealed class ExhaustiveTheoryDiscoverer : TheoryDiscoverer
{
    public override ValueTask<IReadOnlyCollection<IXunitTestCase>> Discover(
        ITestFrameworkDiscoveryOptions discoveryOptions,
        IXunitTestMethod testMethod,
        IFactAttribute factAttribute) =>
        Exhaustive.IsAskedFor ? base.Discover(discoveryOptions, testMethod, factAttribute) : new([]);
}
