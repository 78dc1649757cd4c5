using System.CodeDom.Compiler;
using System.Collections;
using System.Collections.Concurrent;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace FileTransfer.Tests;

/// <summary>Finds what a whole process shares and can change: static fields that are assigned again, or whose object changes.</summary>
/// <remarks>Arrays are taken for constants: C# has no other way to write a table down. Interfaces tell nothing of their object.</remarks>
internal static class MutableStatics
{
    private const BindingFlags Any = BindingFlags.Public | BindingFlags.NonPublic;

    private static readonly Type[] s_changing =
    [
        typeof(Random), typeof(IDictionary), typeof(IList), typeof(CancellationTokenSource), typeof(Timer), typeof(StreamWriter),
    ];

    private static readonly Type[] s_changingGenerics =
    [
        typeof(ICollection<>), typeof(IProducerConsumerCollection<>), typeof(ConditionalWeakTable<,>), typeof(Lazy<>),
        typeof(Queue<>), typeof(Stack<>), typeof(AsyncLocal<>), typeof(ThreadLocal<>),
    ];

    /// <summary>Type and field of each, sorted.</summary>
    public static string[] Of(Assembly assembly) =>
    [
        .. assembly.GetTypes()
            .Where(type => !IsGenerated(type))
            .SelectMany(type => type.GetFields(BindingFlags.Static | Any | BindingFlags.DeclaredOnly))
            .Where(field => !field.IsLiteral && (!field.IsInitOnly || Changes(field.FieldType, [])))
            .Select(field => $"{field.DeclaringType!.Name.Split('`')[0]}.{NameOf(field)}")
            .Order(StringComparer.Ordinal),
    ];

    private static string NameOf(FieldInfo field) =>
        field.Name.StartsWith('<') ? field.Name[1..field.Name.IndexOf('>', StringComparison.Ordinal)] : field.Name;

    /// <summary>What compilers write keeps caches of its own.</summary>
    private static bool IsGenerated(Type? type) => type is not null
        && (type.IsDefined(typeof(CompilerGeneratedAttribute), inherit: false)
            || type.IsDefined(typeof(GeneratedCodeAttribute), inherit: false)
            || type.Name.StartsWith('<') || IsGenerated(type.DeclaringType));

    private static bool Changes(Type type, HashSet<Type> seen)
    {
        bool isConstant = type.IsArray || type.IsInterface || type.IsPrimitive || type.IsEnum || typeof(Delegate).IsAssignableFrom(type);
        if (isConstant || !seen.Add(type))
        {
            return false;
        }

        if (s_changing.Any(changing => changing.IsAssignableFrom(type)) || Generics(type).Any(s_changingGenerics.Contains))
        {
            return !IsFrozen(type);
        }

        // Of a type of our own: what it holds.
        return type.Assembly.GetName().Name!.StartsWith("FileTransfer.", StringComparison.Ordinal)
            && type.GetFields(BindingFlags.Instance | Any).Any(field => !IsSetOnce(type, field) || Changes(field.FieldType, seen));
    }

    /// <summary>Only a constructor, or an object initializer, writes it.</summary>
    private static bool IsSetOnce(Type type, FieldInfo field) => field.IsInitOnly
        || (type.GetProperty(NameOf(field), BindingFlags.Instance | Any)?.SetMethod is { } setter
            && setter.ReturnParameter.GetRequiredCustomModifiers().Contains(typeof(IsExternalInit)));

    private static IEnumerable<Type> Generics(Type type) =>
        type.GetInterfaces().Append(type).Where(one => one.IsGenericType).Select(one => one.GetGenericTypeDefinition());

    private static bool IsFrozen(Type type) =>
        type.Namespace is "System.Collections.Frozen" or "System.Collections.Immutable" or "System.Collections.ObjectModel";
}
