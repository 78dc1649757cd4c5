using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Tests.Kernel;

/// <summary>A line of <see cref="KernelNames"/>: a constant, a structure or a field of ours, and what the headers call it.</summary>
/// <param name="Ours">Type and member.</param>
/// <param name="Theirs">An expression in C; of a field its name in the structure.</param>
/// <param name="Since">Version of the headers that have it, if not all do.</param>
internal sealed record KernelName(string Ours, string Theirs, Version? Since)
{
    private const BindingFlags Any =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    /// <summary>All lines.</summary>
    public static KernelName[] All { get; } = [.. KernelNames.Lines.Select(Parse)];

    /// <summary>What C has to agree to, in a program for any architecture; several for a field or a structure.</summary>
    public IEnumerable<string> Assertions()
    {
        if (TypeOf(Ours) is { } structure)
        {
            return [Assert($"sizeof({Theirs})", SizeOf(structure))];
        }

        (Type type, FieldInfo field) = MemberOf(Ours);
        if (field.IsLiteral)
        {
            return [Assert(Theirs, Convert.ToInt64(field.GetRawConstantValue(), CultureInfo.InvariantCulture))];
        }

        string whole = All.Single(name => TypeOf(name.Ours) == type).Theirs;
        return
        [
            Assert($"offsetof({whole}, {Theirs})", (long)Marshal.OffsetOf(type, field.Name)),
            Assert($"sizeof((({whole} *)0)->{Theirs})", SizeOf(field.FieldType)),
        ];
    }

    /// <summary>Name of a type, or of a member of one, as the lines have it: without its namespace.</summary>
    public static string Of(Type type) => type.FullName![(type.Namespace!.Length + 1)..].Replace('+', '.');

    /// <summary>Size as it lies in memory that is handed to the kernel.</summary>
    private static int SizeOf(Type type) => type.IsPointer
        ? nint.Size
        : (int)typeof(Unsafe).GetMethod(nameof(Unsafe.SizeOf))!.MakeGenericMethod(type).Invoke(null, null)!;

    private static Type? TypeOf(string name) => KernelCode.Types.SingleOrDefault(type => type.IsValueType && Of(type) == name);

    private static (Type Type, FieldInfo Field) MemberOf(string name)
    {
        int dot = name.LastIndexOf('.');
        Type? type = KernelCode.Types.SingleOrDefault(one => Of(one) == name[..dot] && one.GetField(name[(dot + 1)..], Any) is not null);
        return type is null
            ? throw new InvalidDataException($"{nameof(KernelNames)} has {name}, and the code has not")
            : (type, type.GetField(name[(dot + 1)..], Any)!);
    }

    private static KernelName Parse(string line)
    {
        string[] parts = line.Split(" = ");
        string[] words = parts[0].Split(' ');
        return (parts, words) switch
        {
            ([_, var theirs], [var ours]) => new KernelName(ours, theirs, Since: null),
            ([_, var theirs], [var since, var ours]) => new KernelName(ours, theirs, Version.Parse(since)),
            _ => throw new InvalidDataException($"'{line}' is not 'ours = theirs', or 'version ours = theirs'"),
        };
    }

    /// <summary>An assertion in C: that an expression of theirs has a value of ours.</summary>
    public static string Assert(string ours, string expression, long value)
    {
        string number = value.ToString(CultureInfo.InvariantCulture);
        return $"_Static_assert((long long)({expression}) == {number}LL, \"{ours}: {expression} is not {number}\");";
    }

    private string Assert(string expression, long value) => Since is null
        ? Assert(Ours, expression, value)
        : $"#if LINUX_VERSION_CODE >= KERNEL_VERSION({Since.Major}, {Since.Minor}, 0)\n{Assert(Ours, expression, value)}\n#endif";
}
