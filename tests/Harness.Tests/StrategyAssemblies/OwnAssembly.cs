using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.Versioning;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Tests.StrategyAssemblies;

/// <summary>Assemblies as users give them to <c>--strategies-from</c>.</summary>
internal static class OwnAssembly
{
    /// <summary>Where a build puts tests/OwnStrategies, seen from where it puts this test.</summary>
    public static string Path { get; } = FindBuilt("FileTransfer.OwnStrategies");

    /// <summary>Its version.</summary>
    public static Version Version { get; } = AssemblyName.GetAssemblyName(Path).Version!;

    /// <summary>Path of an assembly of this build.</summary>
    public static string FindBuilt(string name)
    {
        string here = AppContext.BaseDirectory.TrimEnd(System.IO.Path.DirectorySeparatorChar);
        return System.IO.Path.GetFullPath(System.IO.Path.Combine(here, "..", "..", name, System.IO.Path.GetFileName(here), $"{name}.dll"));
    }

    /// <summary>Writes an assembly with one public class.</summary>
    /// <param name="path">Where to.</param>
    /// <param name="framework">The framework that it says it was built for.</param>
    /// <param name="getter">Body of a static property of type StrategyDescriptor.</param>
    public static string Write(string path, string framework = ".NETCoreApp,Version=v10.0", Action<ILGenerator>? getter = null)
    {
        var assembly = new PersistedAssemblyBuilder(new AssemblyName("Emitted"), typeof(object).Assembly);
        assembly.SetCustomAttribute(new CustomAttributeBuilder(
            typeof(TargetFrameworkAttribute).GetConstructor([typeof(string)])!, [framework]));
        TypeBuilder type = assembly.DefineDynamicModule("Emitted").DefineType("Emitted.Own", TypeAttributes.Public);
        MethodBuilder get = type.DefineMethod(
            "get_Descriptor", MethodAttributes.Public | MethodAttributes.Static, typeof(StrategyDescriptor), Type.EmptyTypes);
        (getter ?? ReturnNull)(get.GetILGenerator());
        type.DefineProperty("Descriptor", PropertyAttributes.None, typeof(StrategyDescriptor), null).SetGetMethod(get);
        type.CreateType();
        assembly.Save(path);
        return path;
    }

    private static void ReturnNull(ILGenerator body)
    {
        body.Emit(OpCodes.Ldnull);
        body.Emit(OpCodes.Ret);
    }
}
