using System.Reflection;
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
    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

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
        s_types.SelectMany(type => RowsOf(type).Order(StringComparer.Ordinal).Prepend($"{Name(type)} : {Name(type.BaseType)}")),
        "tests/Strategies.Tests --filter FullyQualifiedName~TypesOfAuthors_PublicMembers_AreTheGoldenOnes");

    /// <summary>Otherwise the file could not differ.</summary>
    [Fact]
    public void RowsOf_Type_HaveItsMembersAndTheirTypes()
    {
        string[] rows = [.. RowsOf(typeof(SyncStrategy<>))];
        Assert.Contains("  SyncStrategy.Transfer(Payload): Delivery", rows);
        Assert.Contains("  SyncStrategy.Transfer(TConnection, Payload): Delivery", rows);
        Assert.Equal(
            Enum.GetNames<GrownFile>().Select(name => $"  GrownFile.{name} = {(int)Enum.Parse<GrownFile>(name)}"),
            RowsOf(typeof(GrownFile)));
    }

    private static IEnumerable<string> RowsOf(Type type)
    {
        if (type.IsEnum)
        {
            return type.GetFields(BindingFlags.Public | BindingFlags.Static)
                .Select(field => $"  {Name(type)}.{field.Name} = {Convert.ToInt32(field.GetRawConstantValue(), null)}");
        }

        return
        [
            .. type.GetFields(Declared)
                .Where(field => field.IsPublic)
                .Select(field => $"  {Name(type)}.{field.Name}: {Name(field.FieldType)}"),
            .. type.GetConstructors(Declared).Where(IsVisible).Select(made => $"  {Name(type)}({Parameters(made)})"),
            .. type.GetMethods(Declared)
                .Where(method => IsVisible(method) && !method.IsDefined(typeof(CompilerGeneratedAttribute)) && !method.IsSpecialName)
                .Select(method => $"  {Name(type)}.{method.Name}({Parameters(method)}): {Name(method.ReturnType)}"),
            .. type.GetProperties(Declared)
                .Where(property => property.GetMethod is { } get && IsVisible(get) && property.Name != "EqualityContract")
                .Select(property => $"  {Name(type)}.{property.Name}: {Name(property.PropertyType)} {{ get;{Setter(property)} }}"),
        ];
    }

    private static string Setter(PropertyInfo property) => property.SetMethod is not { } set || !IsVisible(set) ? ""
        : set.ReturnParameter.GetRequiredCustomModifiers().Contains(typeof(IsExternalInit)) ? " init;" : " set;";

    private static bool IsVisible(MethodBase method) => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly;

    private static string Parameters(MethodBase method) => string.Join(", ", method.GetParameters().Select(one => Name(one.ParameterType)));

    private static string Name(Type? type) => type is null ? "-"
        : type.IsConstructedGenericType
            ? $"{type.Name.Split('`')[0]}<{string.Join(", ", type.GetGenericArguments().Select(Name))}>"
            : type.Name.Split('`')[0];

    private static string GoldenFile([CallerFilePath] string thisFile = "") =>
        Path.Combine(Path.GetDirectoryName(thisFile)!, "Golden", "public-surface.txt");
}
