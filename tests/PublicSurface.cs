using System.Reflection;
using System.Runtime.CompilerServices;

namespace FileTransfer.Tests;

/// <summary>What types offer to code that is compiled against them: a row for each type, and one for each of its members.</summary>
internal static class PublicSurface
{
    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    /// <summary>The rows of some types, each before those of its members, which are sorted.</summary>
    public static IEnumerable<string> Of(IEnumerable<Type> types)
    {
        foreach (Type type in types)
        {
            yield return $"{KindOf(type)} {type.FullName}{Bases(type)}";
            foreach (string member in type.GetMembers(Declared).Where(IsVisible).Select(Describe).Order(StringComparer.Ordinal))
            {
                yield return $"{type.FullName} | {member}";
            }
        }
    }

    private static string KindOf(Type type) =>
        type.IsEnum ? "enum" : type.IsValueType ? "struct" : type.IsInterface ? "interface"
        : type is { IsAbstract: true, IsSealed: true } ? "static class" : type.IsSealed ? "sealed class"
        : type.IsAbstract ? "abstract class" : "class";

    private static string Bases(Type type) =>
        type.BaseType is { } super && super != typeof(object) && super != typeof(ValueType) && super != typeof(Enum) ? $" : {super}" : "";

    /// <summary>True for what others can use or override; what the compiler adds to a record is not written down.</summary>
    private static bool IsVisible(MemberInfo member) => member switch
    {
        FieldInfo field => (field.IsPublic || field.IsFamily || field.IsFamilyOrAssembly) && !field.IsSpecialName,
        MethodInfo method => IsVisible(method) && !method.IsSpecialName && !method.IsDefined(typeof(CompilerGeneratedAttribute)),
        ConstructorInfo constructor => IsVisible(constructor) && !constructor.IsDefined(typeof(CompilerGeneratedAttribute)),
        PropertyInfo property => property.Name != "EqualityContract" && property.GetAccessors(nonPublic: true).Any(IsVisible),
        _ => false,
    };

    private static bool IsVisible(MethodBase method) => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly;

    private static string Describe(MemberInfo member) => member switch
    {
        FieldInfo { IsLiteral: true } constant => $"const {constant.FieldType} {constant.Name} = {constant.GetRawConstantValue()}",
        FieldInfo field => $"{(field.IsStatic ? "static " : "")}{field.FieldType} {field.Name}",
        MethodInfo method => $"{Modifiers(method)}{method.ReturnType} {method.Name}({Describe(method.GetParameters())})",
        ConstructorInfo constructor => $"new({Describe(constructor.GetParameters())})",
        PropertyInfo property => $"{property.PropertyType} {property.Name} {{ {string.Join(' ', Accessors(property))} }}",
        _ => throw new ArgumentException(member.ToString()),
    };

    private static string Modifiers(MethodInfo method) => (method.IsPublic ? "" : "protected ") + (method.IsStatic ? "static "
        : method.DeclaringType!.IsInterface ? ""
        : method.IsAbstract ? "abstract "
        : method.GetBaseDefinition() != method ? "override "
        : method is { IsVirtual: true, IsFinal: false } ? "virtual "
        : "");

    private static string Describe(ParameterInfo[] parameters) => string.Join(
        ", ",
        parameters.Select(one => $"{one.ParameterType} {one.Name}{(one.HasDefaultValue ? $" = {one.DefaultValue ?? "default"}" : "")}"));

    private static IEnumerable<string> Accessors(PropertyInfo property)
    {
        if (property.GetMethod is { } get && IsVisible(get))
        {
            yield return get.IsStatic ? "static get" : "get";
        }

        if (property.SetMethod is { } set && IsVisible(set))
        {
            yield return set.ReturnParameter.GetRequiredCustomModifiers().Contains(typeof(IsExternalInit)) ? "init" : "set";
        }
    }
}
