using System.Net;
using System.Text.RegularExpressions;

namespace FileTransfer.Strategies.Tests;

public sealed partial class StrategyCatalogTests
{
    public static TheoryData<string> Ids => [.. StrategyCatalog.All.Select(descriptor => descriptor.Id)];

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
        IEnumerable<Type> classes = typeof(ITransferStrategy).Assembly.GetTypes()
            .Where(type => type is { IsClass: true, IsAbstract: false } && type.IsAssignableTo(typeof(ITransferStrategy)));
        Assert.Equal(
            classes.Select(type => type.Name).Order(StringComparer.Ordinal),
            StrategyCatalog.All.Select(descriptor => descriptor.Implementation.Name).Distinct().Order(StringComparer.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Create_AnyDescriptor_MakesItsImplementation(string id)
    {
        StrategyDescriptor descriptor = StrategyCatalog.Find(id);
        await using ITransferStrategy strategy = descriptor.Create(new ConnectionOptions { Endpoint = new IPEndPoint(IPAddress.Loopback, 1) });
        Assert.Same(descriptor.Implementation, strategy.GetType());
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Implementation_OfAnyDescriptor_HasExactlyOneOfTheInterfaces(string id)
    {
        StrategyDescriptor descriptor = StrategyCatalog.Find(id);
        Assert.NotEqual(
            descriptor.Implementation.IsAssignableTo(typeof(ISyncTransferStrategy)),
            descriptor.Implementation.IsAssignableTo(typeof(IAsyncTransferStrategy)));
        Assert.Equal(descriptor.Implementation.IsAssignableTo(typeof(ISyncTransferStrategy)), descriptor.IsSynchronous);
    }

    [Fact]
    public void All_Listing_IsTheGoldenOne()
    {
        string listing = string.Concat(StrategyCatalog.All.Select(descriptor =>
            $"{descriptor.Id} | {descriptor.Family} | {(descriptor.IsSynchronous ? "sync" : "async")} | {descriptor.Mechanism}\n"));
        Assert.Equal(File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "Golden", "catalog.txt")), listing);
    }

    [Theory]
    [InlineData("no-such")]
    [InlineData("")]
    [InlineData("Send-File")]
    [InlineData("read-write-*")]
    public void Find_Unknown_ListsTheValidIds(string id)
    {
        ArgumentException exception = Assert.Throws<ArgumentException>(() => StrategyCatalog.Find(id));
        Assert.Contains($"'{id}'", exception.Message, StringComparison.Ordinal);
        Assert.All(StrategyCatalog.All, descriptor => Assert.Contains(descriptor.Id, exception.Message, StringComparison.Ordinal));
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
    public void Match_Nothing_ListsTheValidIds(string pattern)
    {
        ArgumentException exception = Assert.Throws<ArgumentException>(() => StrategyCatalog.Match(pattern));
        Assert.All(StrategyCatalog.All, descriptor => Assert.Contains(descriptor.Id, exception.Message, StringComparison.Ordinal));
    }

    [GeneratedRegex("^[a-z0-9]+(-[a-z0-9]+)*$")]
    private static partial Regex KebabCase();
}
