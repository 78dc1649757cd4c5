using System.Reflection;
using Mono.Cecil;
using Mono.Cecil.Cil;

namespace FileTransfer.Tests;

/// <summary>Which folders of a project use which others; a folder is a namespace below that of the project.</summary>
internal sealed class FolderGraph
{
    private readonly SortedDictionary<string, SortedSet<string>> _uses = new(StringComparer.Ordinal);

    /// <summary>Reads every type of the project once.</summary>
    public FolderGraph(Assembly assembly)
    {
        string project = assembly.GetName().Name!;
        using var module = ModuleDefinition.ReadModule(assembly.Location);
        foreach (TypeDefinition type in module.Types)
        {
            if (FolderOf(type, project) is { } folder)
            {
                SortedSet<string> uses = _uses.TryGetValue(folder, out SortedSet<string>? there)
                    ? there
                    : _uses[folder] = new(StringComparer.Ordinal);
                uses.UnionWith(ReferencesOf(type)
                    .SelectMany(Named)
                    .Where(reference => reference.Scope == module)
                    .Select(reference => FolderOf(reference, project))
                    .Where(other => other != folder)
                    .OfType<string>());
            }
        }
    }

    /// <summary>Names below the project, such as <c>Charts.Model</c>; types of the project itself stand above all of them.</summary>
    public IReadOnlyList<string> Folders => [.. _uses.Keys];

    /// <summary>The folders whose types a folder's own types use.</summary>
    public IReadOnlyList<string> UsedBy(string folder) => [.. _uses[folder]];

    /// <summary>
    /// The folders that are part of a circle, or use one that is, each with what it uses; none where all depend in one direction.
    /// </summary>
    public IReadOnlyList<string> InCircles()
    {
        var uses = Folders.ToDictionary(folder => folder, UsedBy);

        // Takes away what uses nothing that is left, until nothing is left or nothing more can be taken away.
        while (uses.Where(folder => !folder.Value.Any(uses.ContainsKey)).Select(folder => folder.Key).ToArray() is { Length: > 0 } free)
        {
            Array.ForEach(free, folder => uses.Remove(folder));
        }

        return [.. uses.Select(folder => $"{folder.Key} uses {string.Join(", ", folder.Value)}")];
    }

    private static string? FolderOf(TypeReference type, string project)
    {
        while (type.DeclaringType is not null)
        {
            type = type.DeclaringType;
        }

        return type.Namespace.StartsWith($"{project}.", StringComparison.Ordinal) ? type.Namespace[(project.Length + 1)..] : null;
    }

    /// <summary>The types that a type is made of: an array of elements, a generic one of its arguments too.</summary>
    private static IEnumerable<TypeReference> Named(TypeReference? type) => type switch
    {
        null or GenericParameter => [],
        GenericInstanceType generic => generic.GenericArguments.Prepend(generic.ElementType).SelectMany(Named),
        FunctionPointerType pointer => pointer.Parameters.Select(parameter => parameter.ParameterType)
            .Prepend(pointer.ReturnType)
            .SelectMany(Named),
        TypeSpecification made => Named(made.ElementType),
        _ => [type],
    };

    private static IEnumerable<TypeReference?> ReferencesOf(TypeDefinition type) =>
    [
        type.BaseType,
        .. type.Interfaces.Select(one => one.InterfaceType),
        .. type.Fields.Select(field => field.FieldType),
        .. type.Methods.SelectMany(ReferencesOf),
        .. ((IEnumerable<IGenericParameterProvider>)[type, .. type.Methods])
            .SelectMany(provider => provider.GenericParameters)
            .SelectMany(parameter => parameter.Constraints)
            .Select(constraint => constraint.ConstraintType),
        .. ((IEnumerable<Mono.Cecil.ICustomAttributeProvider>)[type, .. type.Fields, .. type.Properties, .. type.Methods])
            .SelectMany(provider => provider.CustomAttributes)
            .SelectMany(attribute => attribute.ConstructorArguments
                .Select(argument => argument.Value as TypeReference)
                .Prepend(attribute.AttributeType)),
        // Among them what the compiler makes of lambdas and of asynchronous methods.
        .. type.NestedTypes.SelectMany(ReferencesOf),
    ];

    private static IEnumerable<TypeReference?> ReferencesOf(MethodDefinition method) => method.HasBody
        ? [.. SignatureOf(method),
            .. method.Body.Variables.Select(variable => variable.VariableType),
            .. method.Body.ExceptionHandlers.Select(handler => handler.CatchType),
            .. method.Body.Instructions.SelectMany(ReferencesOf)]
        : SignatureOf(method);

    private static IEnumerable<TypeReference?> ReferencesOf(Instruction instruction) => instruction.Operand switch
    {
        TypeReference type => [type],
        FieldReference field => [field.DeclaringType, field.FieldType],
        GenericInstanceMethod method => [.. method.GenericArguments, method.DeclaringType, .. SignatureOf(method.ElementMethod)],
        MethodReference method => [method.DeclaringType, .. SignatureOf(method)],
        _ => [],
    };

    private static IEnumerable<TypeReference?> SignatureOf(MethodReference method) =>
        [method.ReturnType, .. method.Parameters.Select(parameter => parameter.ParameterType)];
}
