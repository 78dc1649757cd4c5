using System.Reflection;
using System.Runtime.Loader;
using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Senders.StrategyAssemblies;

/// <summary>
/// Loads an assembly with its own dependencies, but with our contracts: a strategy in it has the interfaces that this program calls.
/// </summary>
/// <param name="path">Full path of the assembly; its dependencies are those of the .deps.json beside it.</param>
/// <exception cref="InvalidOperationException">The .deps.json cannot be read.</exception>
internal sealed class SharingLoadContext(string path) : AssemblyLoadContext($"strategies of {path}")
{
    private readonly AssemblyDependencyResolver _resolver = new(path);

    /// <inheritdoc/>
    protected override Assembly? Load(AssemblyName assemblyName)
    {
        // A build copies ours beside the assembly. Loaded from there, their types would be others than those of this program.
        if (assemblyName.Name == typeof(StrategyDescriptor).Assembly.GetName().Name
            || assemblyName.Name == typeof(FileSender).Assembly.GetName().Name)
        {
            return null;
        }

        return _resolver.ResolveAssemblyToPath(assemblyName) is { } file ? LoadFromAssemblyPath(file) : null;
    }

    /// <inheritdoc/>
    protected override nint LoadUnmanagedDll(string unmanagedDllName) =>
        _resolver.ResolveUnmanagedDllToPath(unmanagedDllName) is { } file ? LoadUnmanagedDllFromPath(file) : 0;
}
