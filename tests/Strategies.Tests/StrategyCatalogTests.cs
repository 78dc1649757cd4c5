using System.Net;
using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Strategies.Tests;

public sealed partial class StrategyCatalogTests
{
    public static TheoryData<string> Ids => [.. StrategyCatalog.All.Select(descriptor => descriptor.Id)];

    private static IEnumerable<Type> Classes => typeof(ITransferStrategy).Assembly.GetTypes()
        .Where(type => type is { IsClass: true, IsAbstract: false } && type.IsAssignableTo(typeof(ITransferStrategy)));

    [Fact]
    public void All_Ids_AreUniqueKebabCase()
    {
        string[] ids = [.. StrategyCatalog.All.Select(descriptor => descriptor.Id)];
        Assert.Equal(ids.Distinct(), ids);
        Assert.All(ids, id => Assert.Matches(KebabCase(), id));
    }

    [Fact]
    public void All_EveryStrategyClass_IsListed()
    {
        HashSet<Type> listed = [.. StrategyCatalog.All.Select(descriptor => descriptor.Implementation)];
        Assert.NotEmpty(listed);
        // What slows another strategy down is no way of sending.
        Assert.All(Classes.Where(type => type.Namespace != typeof(StrategyVariant).Namespace), type =>
            Assert.True(listed.Contains(type), $"{type.Name} has no line in {nameof(StrategyCatalog)}: add {type.Name}.Descriptor to All"));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Create_AnyDescriptor_MakesItsImplementation(string id)
    {
        StrategyDescriptor descriptor = StrategyCatalog.Find(id);
        await using ITransferStrategy strategy = descriptor.Create(
            new ConnectionOptions { Endpoint = new IPEndPoint(IPAddress.Loopback, 1) });
        Assert.Same(descriptor.Implementation, strategy.GetType());
    }

    /// <summary>A strategy with both would be measured by one of them, and nobody could say by which.</summary>
    [Fact]
    public void Implementations_EveryStrategyClass_HasExactlyOneOfTheInterfaces()
    {
        Type[] both = [.. Classes.Where(
            type => type.IsAssignableTo(typeof(ISyncTransferStrategy)) == type.IsAssignableTo(typeof(IAsyncTransferStrategy)))];
        Assert.True(
            both.Length == 0,
            $"these have both or none of {nameof(ISyncTransferStrategy)} and {nameof(IAsyncTransferStrategy)}: "
            + $"{string.Join(", ", both.Select(type => type.Name))}");
    }

    [Fact]
    public void All_KeptOnes_SayItInTheirIds() => Assert.Equal(
        StrategyCatalog.All.Where(descriptor => descriptor.Id.EndsWith("-kept", StringComparison.Ordinal)),
        StrategyCatalog.All.Where(descriptor => descriptor.Holds == FileHolding.Kept));

    [Fact]
    public void All_Listing_IsTheGoldenOne() => GoldenRows.Check(
        GoldenFile(),
        StrategyCatalog.All.Select(descriptor =>
            $"{descriptor.Id} | {descriptor.Family} | {(descriptor.IsSynchronous ? "sync" : "async")} | {descriptor.Mechanism}"),
        "tests/Strategies.Tests --filter FullyQualifiedName~All_Listing_IsTheGoldenOne");

    [Theory]
    [InlineData("no-such", ";")]
    [InlineData("", ";")]
    [InlineData("Send-File", "; did you mean send-file?")]
    [InlineData("read-write-*", "; did you mean read-write-1k or read-write-1m?")]
    public void Find_Unknown_SuggestsTheNearest(string id, string suggestion)
    {
        ArgumentException exception = Assert.Throws<ArgumentException>(() => StrategyCatalog.Find(id));
        Assert.Equal($"unknown strategy '{id}'{suggestion} 'list' shows all {StrategyCatalog.All.Count}", exception.Message);
    }

    [Theory]
    [InlineData("null", "^null$")]
    [InlineData("read-write-*", "^read-write-")]
    [InlineData("*send*", "send")]
    [InlineData("send-fil?", "^send-fil.$")]
    public void Match_IdOrGlob_ReturnsCatalogOrder(string pattern, string regex)
    {
        StrategyDescriptor[] expected = [.. StrategyCatalog.All.Where(descriptor => Regex.IsMatch(descriptor.Id, regex))];
        Assert.NotEmpty(expected);
        Assert.Equal(expected, StrategyCatalog.Match(pattern));
    }

    [Fact]
    public void Match_Star_ReturnsAll() => Assert.Equal(StrategyCatalog.All, StrategyCatalog.Match("*"));

    [Theory]
    [InlineData("no-such-*")]
    [InlineData("READ-*")]
    public void Match_Nothing_SaysWhatShowsThem(string pattern)
    {
        ArgumentException exception = Assert.Throws<ArgumentException>(() => StrategyCatalog.Match(pattern));
        Assert.EndsWith($" 'list' shows all {StrategyCatalog.All.Count}", exception.Message, StringComparison.Ordinal);
    }

    private static string GoldenFile([CallerFilePath] string thisFile = "") =>
        Path.Combine(Path.GetDirectoryName(thisFile)!, "Golden", "catalog.txt");

    [GeneratedRegex("^[a-z0-9]+(-[a-z0-9]+)*$")]
    private static partial Regex KebabCase();
}
