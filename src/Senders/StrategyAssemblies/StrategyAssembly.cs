using System.Reflection;
using System.Security.Cryptography;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Senders.StrategyAssemblies;

/// <summary>An assembly of a user's own, and the strategies that it adds to ours for one run.</summary>
/// <param name="File">Its file.</param>
/// <param name="Version">Its version.</param>
/// <param name="Strategies">Its strategies, in the order of their declaration.</param>
internal sealed record StrategyAssembly(StrategyFile File, Version Version, IReadOnlyList<StrategyDescriptor> Strategies)
{
    /// <summary>Its name without folders.</summary>
    public string Name => Path.GetFileName(File.Path);

    /// <summary>File, version and content, as a run records them.</summary>
    public string Description => $"{Name} {Version}, SHA-256 {File.Sha256}";

    /// <summary>Our strategies, then these.</summary>
    public KnownStrategies Known { get; } = new([.. StrategyCatalog.All, .. Strategies]);

    /// <summary>Loads an assembly, and looks for its strategies.</summary>
    /// <exception cref="InvalidDataException">It cannot be loaded here, has no strategies, or one that cannot be measured.</exception>
    public static StrategyAssembly Load(string path)
    {
        string full = Path.GetFullPath(path);
        string hash = HashOf(path, full);
        Version version = AssemblyHeader.Check(full);
        try
        {
            Assembly assembly = new SharingLoadContext(full).LoadFromAssemblyPath(full);
            IReadOnlyList<StrategyDescriptor> strategies = DeclaredStrategies.Of(assembly.GetExportedTypes());
            return new StrategyAssembly(new StrategyFile(full, hash), version, strategies);
        }
        catch (Exception exception) when (IsOfLoading(exception))
        {
            throw new InvalidDataException($"{path} cannot be loaded: {AddedFailure.OneLine(exception.Message)}", exception);
        }
        catch (InvalidDataException exception)
        {
            throw new InvalidDataException($"{path}: {exception.Message}", exception);
        }
    }

    /// <summary>Loads the file that another process of the run has loaded.</summary>
    /// <exception cref="InvalidDataException">It cannot be loaded any more, or is another one by now.</exception>
    public static StrategyAssembly Load(StrategyFile file)
    {
        StrategyAssembly loaded = Load(file.Path);
        return loaded.File == file
            ? loaded
            : throw new InvalidDataException($"{file.Path} was replaced during the run; measure again, and do not build meanwhile");
    }

    private static bool IsOfLoading(Exception exception) =>
        exception is BadImageFormatException or FileLoadException or FileNotFoundException or TypeLoadException
            or ReflectionTypeLoadException or InvalidOperationException;

    private static string HashOf(string path, string full)
    {
        try
        {
            using FileStream file = System.IO.File.OpenRead(full);
            return Convert.ToHexStringLower(SHA256.HashData(file));
        }
        catch (Exception exception) when (exception is FileNotFoundException or DirectoryNotFoundException)
        {
            throw new InvalidDataException(
                $"there is no file '{path}'; give the assembly that a build made, such as bin/Release/net10.0/My.dll", exception);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new InvalidDataException($"'{path}' cannot be read: {exception.Message}", exception);
        }
    }
}
