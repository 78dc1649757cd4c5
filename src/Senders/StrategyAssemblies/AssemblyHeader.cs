using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Runtime.Versioning;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Senders.StrategyAssemblies;

/// <summary>What an assembly says of itself, read before any of its code is loaded.</summary>
internal static class AssemblyHeader
{
    private const string Core = ".NETCoreApp";
    private const string Framework = ".NETFramework";

    /// <summary>Checks that a file is an assembly that can be loaded here.</summary>
    /// <returns>Its version.</returns>
    /// <exception cref="InvalidDataException">It is none, or it needs another runtime or a newer version of ours.</exception>
    public static Version Check(string path)
    {
        try
        {
            using var file = new PEReader(File.OpenRead(path));
            if (!file.HasMetadata)
            {
                throw new InvalidDataException(NoAssembly(path));
            }

            MetadataReader metadata = file.GetMetadataReader();
            if (!metadata.IsAssembly)
            {
                throw new InvalidDataException(NoAssembly(path));
            }

            ThrowIfOfAnotherRuntime(path, metadata);
            ThrowIfOfNewerContracts(path, metadata);
            return metadata.GetAssemblyDefinition().Version;
        }
        catch (BadImageFormatException exception)
        {
            throw new InvalidDataException(NoAssembly(path), exception);
        }
    }

    private static string NoAssembly(string path) =>
        $"{path} is no .NET assembly; give the one that a build made, such as bin/Release/net10.0/My.dll";

    private static void ThrowIfOfAnotherRuntime(string path, MetadataReader metadata)
    {
        Version here = Environment.Version;
        string? other = TargetOf(metadata) switch
        {
            { Identifier: Core, Version: { } version } when version.Major > here.Major => $".NET {version}",
            { Identifier: Framework, Version: { } version } => $".NET Framework {version}",
            _ => null,
        };
        if (other is not null)
        {
            throw new InvalidDataException($"{path} was built for {other}, and this is .NET {here}; build it for net{here.Major}.0");
        }
    }

    private static void ThrowIfOfNewerContracts(string path, MetadataReader metadata)
    {
        System.Reflection.AssemblyName ours = typeof(StrategyDescriptor).Assembly.GetName();
        AssemblyReference[] references = [.. metadata.AssemblyReferences
            .Select(metadata.GetAssemblyReference)
            .Where(reference => metadata.StringComparer.Equals(reference.Name, ours.Name!))];
        if (references is [])
        {
            throw new InvalidDataException(
                $"{path} has no strategies: it does not use {ours.Name}. {DeclaredStrategies.LookedFor}");
        }

        if (references[0].Version > ours.Version)
        {
            throw new InvalidDataException(
                $"{path} was built with {ours.Name} {references[0].Version}, and this program has {ours.Version}; "
                + "build it with that version, or use a newer program");
        }
    }

    /// <summary>The framework that the compiler was told, or null.</summary>
    private static FrameworkName? TargetOf(MetadataReader metadata)
    {
        CustomAttribute[] targets = [.. metadata.GetAssemblyDefinition().GetCustomAttributes()
            .Select(metadata.GetCustomAttribute)
            .Where(attribute => IsTarget(metadata, attribute))];
        if (targets is [])
        {
            return null;
        }

        BlobReader value = metadata.GetBlobReader(targets[0].Value);
        // ECMA-335, II.23.3: a prolog of two bytes, then the arguments.
        _ = value.ReadUInt16();
        return value.ReadSerializedString() is { Length: > 0 } name ? new FrameworkName(name) : null;
    }

    private static bool IsTarget(MetadataReader metadata, CustomAttribute attribute) =>
        attribute.Constructor.Kind == HandleKind.MemberReference
        && metadata.GetMemberReference((MemberReferenceHandle)attribute.Constructor).Parent is { Kind: HandleKind.TypeReference } type
        && metadata.StringComparer.Equals(metadata.GetTypeReference((TypeReferenceHandle)type).Name, nameof(TargetFrameworkAttribute));
}
