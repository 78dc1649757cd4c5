using System.Reflection;
using System.Runtime.CompilerServices;
using FileTransfer.Sending;
using Microsoft.AspNetCore.Builder;

namespace FileTransfer.Server.Tests.Kestrel;

/// <summary>What the packages offer is what their golden files say: whoever changes it does so on purpose.</summary>
public sealed class PublicSurfaceTests
{
    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    public static TheoryData<string> Packages => ["FileTransfer.FileSender", "FileTransfer.FileSender.AspNetCore"];

    [Theory]
    [MemberData(nameof(Packages))]
    public void Package_PublicSurface_IsAsWrittenDown(string name)
    {
        Assembly assembly = new[] { typeof(FileSender).Assembly, typeof(FileSenderExtensions).Assembly }
            .Single(one => one.GetName().Name == name);
        GoldenRows.Check(
            Path.Combine(Folder(), "..", "Golden", $"{name}.txt"),
            Lines(assembly),
            "tests/Server.Tests --filter FullyQualifiedName~PublicSurface",
            mayGrow: false);
    }

    private static IEnumerable<string> Lines(Assembly assembly)
    {
        foreach (Type type in assembly.GetExportedTypes().OrderBy(type => type.FullName, StringComparer.Ordinal))
        {
            yield return $"{KindOf(type)} {type.FullName}";
            foreach (string member in type.GetMembers(Declared).Where(IsVisible).Select(Describe).Order(StringComparer.Ordinal))
            {
                yield return $"{type.FullName} | {member}";
            }
        }
    }

    private static string KindOf(Type type) =>
        type.IsEnum ? "enum" : type.IsValueType ? "struct" : type.IsInterface ? "interface"
        : type is { IsAbstract: true, IsSealed: true } ? "static class" : type.IsSealed ? "sealed class" : "class";

    private static bool IsVisible(MemberInfo member) => member switch
    {
        FieldInfo field => (field.IsPublic || field.IsFamily) && !field.IsSpecialName,
        MethodInfo method => (method.IsPublic || method.IsFamily) && !method.IsSpecialName,
        ConstructorInfo constructor => constructor.IsPublic || constructor.IsFamily,
        PropertyInfo property => property.GetAccessors().Length > 0,
        _ => false,
    };

    private static string Describe(MemberInfo member) => member switch
    {
        FieldInfo { IsLiteral: true } constant => $"const {constant.FieldType} {constant.Name} = {constant.GetRawConstantValue()}",
        FieldInfo field => $"{(field.IsStatic ? "static " : "")}{field.FieldType} {field.Name}",
        MethodInfo method => $"{(method.IsStatic ? "static " : "")}{method.ReturnType} {method.Name}({Describe(method.GetParameters())})",
        ConstructorInfo constructor => $"new({Describe(constructor.GetParameters())})",
        PropertyInfo property => $"{property.PropertyType} {property.Name} {{ {string.Join(' ', Accessors(property))} }}",
        _ => throw new ArgumentException(member.ToString()),
    };

    private static string Describe(ParameterInfo[] parameters) => string.Join(
        ", ",
        parameters.Select(one => $"{one.ParameterType} {one.Name}{(one.HasDefaultValue ? $" = {one.DefaultValue ?? "default"}" : "")}"));

    private static IEnumerable<string> Accessors(PropertyInfo property)
    {
        if (property.GetMethod is { IsPublic: true } get)
        {
            yield return get.IsStatic ? "static get" : "get";
        }

        if (property.SetMethod is { IsPublic: true } set)
        {
            yield return set.ReturnParameter.GetRequiredCustomModifiers().Contains(typeof(IsExternalInit)) ? "init" : "set";
        }
    }

    private static string Folder([CallerFilePath] string file = "") => Path.GetDirectoryName(file)!;
}
