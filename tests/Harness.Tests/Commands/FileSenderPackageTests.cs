using System.IO.Compression;
using System.Text.RegularExpressions;
using FileTransfer.Harness.Tests.Measuring;
using FileTransfer.Harness.Tests.Releases;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>The package as its user has it: packed, restored from a folder, compiled ahead of time, sending.</summary>
[Collection(Dotnet.Builds)]
public sealed class FileSenderPackageTests(ServerFixture server, Release release) : IClassFixture<ServerFixture>
{
    private const string Program = """
        using System.Net;
        using System.Net.Sockets;
        using FileTransfer.Sending;

        byte[] head = new byte[8];
        long length = new FileInfo(args[1]).Length;
        System.Buffers.Binary.BinaryPrimitives.WriteInt64BigEndian(head, length);
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        socket.Connect(IPEndPoint.Parse(args[0]));
        using var sender = new FileSender();
        var waiter = new Waiter(Wait.Learn, socket);
        byte[] answer = new byte[16];
        foreach (bool isAsync in (bool[])[false, true])
        {
            waiter.Begin(length);
            SendResult sent = isAsync ? await sender.SendAsync(socket, args[1], head) : sender.Send(socket, args[1], head);
            for (int read = 0; read < answer.Length;)
            {
                read += waiter.Receive(answer.AsSpan(read));
            }

            waiter.End();
            Console.WriteLine($"{sent.Method} {sent.Bytes} confirmed {System.Buffers.Binary.BinaryPrimitives.ReadInt64BigEndian(answer)}");
        }
        """;

    /// <summary>Packs, compiles ahead of time where compiler and linker are there, and sends with the program.</summary>
    [ExhaustiveFact]
    public async Task Package_InAProgramCompiledAheadOfTime_Sends()
    {
        using var folder = new TemporaryFolder();
        string program = Directory.CreateDirectory(folder.File("program")).FullName;
        await WriteAsync(program, "Program.cs", Program);
        await WriteAsync(program, "program.csproj", $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <OutputType>Exe</OutputType>
                <TargetFramework>net10.0</TargetFramework>
                <Nullable>enable</Nullable>
                <ImplicitUsings>enable</ImplicitUsings>
                <PublishAot>true</PublishAot>
                <InvariantGlobalization>true</InvariantGlobalization>
                <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
              </PropertyGroup>
              <ItemGroup><PackageReference Include="FileTransfer.FileSender" Version="{Release.Version}" /></ItemGroup>
            </Project>
            """);
        await Dotnet.UsePackagesAsync(program, folder, await release.FolderAsync());
        (int exitCode, string output) = await Dotnet.TryAsync(program, "dotnet", "publish", "-c", "Release", "-o", folder.File("out"));
        Assert.SkipWhen(
            Regex.IsMatch(output, "Platform linker not found|NETSDK1207|NU110[12].*ILCompiler|link.exe not found"),
            "there is no compiler ahead of time here: ILCompiler, and clang or gcc");
        Assert.True(exitCode == 0, output);

        string payload = folder.File("payload");
        await File.WriteAllBytesAsync(payload, new byte[300_000], TestContext.Current.CancellationToken);
        string sent = await Dotnet.RunProgramAsync(
            program, Path.Combine(folder.File("out"), OperatingSystem.IsWindows() ? "program.exe" : "program"),
            server.Process.Ready.Endpoints["tcp"], payload);
        Assert.Equal(2, Regex.Count(sent, "^[A-Za-z]+ 300000 confirmed 300000\r?$", RegexOptions.Multiline));
    }

    [ExhaustiveTheory]
    [InlineData("FileSender", "")]
    [InlineData("FileSender.AspNetCore", "FileTransfer.FileSender")]
    public async Task Package_HasDocumentationAndSymbols_AndDependsOnNothingElse(string name, string dependencies)
    {
        string package = await release.FileAsync($"FileTransfer.{name}.{Release.Version}.nupkg");
        Assert.True(File.Exists(Path.ChangeExtension(package, ".snupkg")), "no symbols");
        using ZipArchive archive = await ZipFile.OpenReadAsync(package, TestContext.Current.CancellationToken);
        string[] names = [.. archive.Entries.Select(entry => entry.FullName)];
        Assert.Contains($"lib/net10.0/FileTransfer.{name}.dll", names);
        Assert.Contains($"lib/net10.0/FileTransfer.{name}.xml", names);
        Assert.Contains("README.md", names);
        ZipArchiveEntry description = Assert.Single(archive.Entries, entry => entry.Name.EndsWith(".nuspec", StringComparison.Ordinal));
        using var reader = new StreamReader(await description.OpenAsync(TestContext.Current.CancellationToken));
        string text = await reader.ReadToEndAsync(TestContext.Current.CancellationToken);
        Assert.Equal(
            dependencies,
            string.Join(' ', Regex.Matches(text, "<dependency id=\"([^\"]+)\"").Select(match => match.Groups[1].Value)));
        Assert.Contains("<license type=\"expression\">MIT</license>", text, StringComparison.Ordinal);
    }

    private static Task WriteAsync(string folder, string name, string text) =>
        File.WriteAllTextAsync(Path.Combine(folder, name), text, TestContext.Current.CancellationToken);
}
