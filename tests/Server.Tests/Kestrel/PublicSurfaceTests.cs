using System.Reflection;
using System.Runtime.CompilerServices;
using FileTransfer.Sending;
using Microsoft.AspNetCore.Builder;

namespace FileTransfer.Server.Tests.Kestrel;

/// <summary>What the packages offer is what their golden files say: whoever changes it does so on purpose.</summary>
public sealed class PublicSurfaceTests
{
    public static TheoryData<string> Packages => ["FileTransfer.FileSender", "FileTransfer.FileSender.AspNetCore"];

    [Theory]
    [MemberData(nameof(Packages))]
    public void Package_PublicSurface_IsAsWrittenDown(string name)
    {
        Assembly assembly = new[] { typeof(FileSender).Assembly, typeof(FileSenderExtensions).Assembly }
            .Single(one => one.GetName().Name == name);
        GoldenRows.Check(
            Path.Combine(Folder(), "..", "Golden", $"{name}.txt"),
            PublicSurface.Of(assembly.GetExportedTypes().OrderBy(type => type.FullName, StringComparer.Ordinal)),
            "tests/Server.Tests --filter FullyQualifiedName~PublicSurface",
            mayGrow: false);
    }

    private static string Folder([CallerFilePath] string file = "") => Path.GetDirectoryName(file)!;
}
