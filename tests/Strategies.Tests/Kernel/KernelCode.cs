using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Versioning;
using FileTransfer.Sending;
using FileTransfer.Server;
using FileTransfer.Strategies.Contracts;
using Microsoft.AspNetCore.Builder;

namespace FileTransfer.Strategies.Tests.Kernel;

/// <summary>What of our code speaks to the kernel in numbers.</summary>
internal static class KernelCode
{
    /// <summary>Where the library has what it calls the kernel by.</summary>
    public const string Interop = "FileTransfer.Strategies.Interop";

    private const BindingFlags Any =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    /// <summary>All types of the assemblies that may.</summary>
    public static Type[] Types { get; } =
    [
        .. ((Type[])[typeof(ITransferStrategy), typeof(FileSender), typeof(FileSenderExtensions), typeof(ReceiverCatalog)])
            .SelectMany(one => one.Assembly.GetTypes())
            .Where(type => !type.IsDefined(typeof(CompilerGeneratedAttribute)) && type.Namespace is not null && !IsOfWindows(type)),
    ];

    /// <summary>Structures that the kernel reads or writes: not those that only hold what was found out.</summary>
    private static readonly HashSet<Type> s_structures =
    [
        .. Types.Where(type => type is { Namespace: Interop, IsValueType: true, IsEnum: false }),
        .. Types.SelectMany(Imports).SelectMany(Structures),
    ];

    /// <summary>Constants and fields that a line has to be there for, and structures.</summary>
    public static IEnumerable<string> Names()
    {
        Type[] calling = [.. Types.Where(type => type.Namespace == Interop || Imports(type).Any())];
        return calling.Concat(s_structures).Distinct().SelectMany(NamesOf);
    }

    /// <summary>A type and its members.</summary>
    private static IEnumerable<string> NamesOf(Type type)
    {
        string name = KernelName.Of(type);
        IEnumerable<string> members = type.GetFields(Any)
            .Where(field => field.IsLiteral ? IsNumber(field.FieldType) : !field.IsStatic && s_structures.Contains(type))
            .Select(field => $"{name}.{field.Name}");
        return s_structures.Contains(type) ? members.Prepend(name) : members;
    }

    /// <summary>No header of Linux has what Windows is told.</summary>
    private static bool IsOfWindows(Type? type) => type is not null
        && (type.GetCustomAttributes<SupportedOSPlatformAttribute>().Any(one => one.PlatformName == "windows")
            || IsOfWindows(type.DeclaringType));

    private static bool IsNumber(Type type) => type.IsPrimitive && type != typeof(bool) && type != typeof(char);

    /// <summary>Functions of C: LibraryImport makes them, in part within other methods.</summary>
    private static IEnumerable<MethodInfo> Imports(Type type) =>
        type.GetMethods(Any).Where(method => method.Attributes.HasFlag(MethodAttributes.PinvokeImpl));

    /// <summary>Of their arguments, and within those.</summary>
    private static IEnumerable<Type> Structures(MethodInfo import) =>
        import.GetParameters().Select(parameter => parameter.ParameterType).Append(import.ReturnType).SelectMany(Within).Where(IsOurs);

    private static IEnumerable<Type> Within(Type type)
    {
        Type inner = type;
        while (inner.HasElementType)
        {
            inner = inner.GetElementType()!;
        }

        return IsOurs(inner)
            ? inner.GetFields(Any).Where(field => !field.IsStatic).SelectMany(field => Within(field.FieldType)).Append(inner)
            : [];
    }

    private static bool IsOurs(Type type) =>
        type is { IsValueType: true, IsEnum: false } && type.Assembly.GetName().Name!.StartsWith("FileTransfer.", StringComparison.Ordinal)
            && !type.IsDefined(typeof(CompilerGeneratedAttribute));
}
