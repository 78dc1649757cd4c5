using System.Reflection;
using BenchmarkDotNet.Running;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Benchmarking.Cases;

/// <summary>What a class of benchmarks says by its attributes.</summary>
internal sealed class BenchmarkClass(Type type)
{
    private const BindingFlags Any = BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;

    private readonly MemberInfo[] _strategies = With<IStrategyIds>(type);
    private readonly MemberInfo[] _sizes = With<IFileSizes>(type);

    /// <summary>True when cases of the type send files.</summary>
    public static bool Is(Type type) => typeof(ITransferBenchmark).IsAssignableFrom(type.BaseType);

    /// <summary>True when the table has columns about single transfers of the type.</summary>
    public static bool HasColumns(Type type) =>
        type.GetCustomAttributes(inherit: true).Concat(type.Assembly.GetCustomAttributes(inherit: false)).OfType<ITransferColumns>().Any();

    /// <summary>Id of the strategy of a case.</summary>
    public string StrategyOf(BenchmarkCase benchmark) =>
        MethodStrategy(benchmark)?.Id ?? (string)benchmark.Parameters[_strategies[0].Name];

    /// <summary>Size of the file of a case.</summary>
    public ByteSize SizeOf(BenchmarkCase benchmark) => (ByteSize)benchmark.Parameters[_sizes[0].Name];

    /// <summary>Why nothing of the class can be measured: a sentence for each reason.</summary>
    public IEnumerable<string> Problems()
    {
        if (_sizes.Length != 1)
        {
            yield return $"{type.Name} has {_sizes.Length} properties with [FileSizes]; it needs one, such as "
                + "[FileSizes(\"1K\", \"1M\")] public ByteSize Size { get; set; }";
        }

        if (_strategies.Length > 1)
        {
            yield return $"{type.Name} has {_strategies.Length} properties with [StrategyIds]; it may have one";
        }

        foreach (MemberInfo member in _sizes.Where(member => TypeOf(member) != typeof(ByteSize)))
        {
            yield return $"{type.Name}.{member.Name} has [FileSizes], so its type must be {typeof(ByteSize).FullName}";
        }

        foreach (MemberInfo member in _strategies.Where(member => TypeOf(member) != typeof(string)))
        {
            yield return $"{type.Name}.{member.Name} has [StrategyIds], so its type must be string";
        }

        foreach (SizeParameter size in _sizes
            .SelectMany(member => Find<IFileSizes>(member)!.Sizes)
            .Where(size => !size.IsValid))
        {
            yield return $"{type.Name}: '{size.Text}' is no size of a file; write a number of bytes above 0, such as 1500, 64K or 1.5M";
        }
    }

    /// <summary>Why a method cannot be measured; null when it can be.</summary>
    public string? ProblemOf(BenchmarkCase benchmark) => (MethodStrategy(benchmark), _strategies.Length) switch
    {
        (null, 0) => $"{type.Name}.{MethodOf(benchmark).Name} has no strategy; give the class a property, such as "
            + "[StrategyIds(\"send-file\")] public string Strategy { get; set; }, or the method a [StrategyId(\"send-file\")]",
        (not null, > 0) => $"{type.Name}.{MethodOf(benchmark).Name} has [StrategyId], and the class has [StrategyIds]; use one of the two",
        _ => null,
    };

    private static MethodInfo MethodOf(BenchmarkCase benchmark) => benchmark.Descriptor.WorkloadMethod;

    private static IStrategyId? MethodStrategy(BenchmarkCase benchmark) => Find<IStrategyId>(MethodOf(benchmark));

    private static MemberInfo[] With<TAttribute>(Type type)
        where TAttribute : class =>
        [.. type.GetMembers(Any).Where(member => Find<TAttribute>(member) is not null)];

    private static TAttribute? Find<TAttribute>(MemberInfo member)
        where TAttribute : class => member.GetCustomAttributes(inherit: true).OfType<TAttribute>().FirstOrDefault();

    private static Type? TypeOf(MemberInfo member) => member switch
    {
        PropertyInfo property => property.PropertyType,
        FieldInfo field => field.FieldType,
        _ => null,
    };
}
