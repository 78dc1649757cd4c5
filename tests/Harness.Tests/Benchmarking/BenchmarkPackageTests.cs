using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Harness.Tests.Releases;

namespace FileTransfer.Harness.Tests.Benchmarking;

/// <summary>The package as its user has it: packed, restored from a folder, and run without this source tree.</summary>
[Collection(Dotnet.Builds)]
public sealed class BenchmarkPackageTests(Release release)
{
    private const string Program = """
        using System.Diagnostics;
        using BenchmarkDotNet.Attributes;
        using BenchmarkDotNet.Running;
        using FileTransfer.Benchmarking;
        using FileTransfer.Strategies.Contracts;
        using FileTransfer.Strategies.Sockets;
        using FileTransfer.Strategies.Units;
        using FileTransfer.Strategies.Wire;

        BenchmarkRunner.Run<MyTransfers>(args: args);

        [TransferColumns]
        public class MyTransfers : TransferBenchmark
        {
            [StrategyIds("send-file", "adaptive", "claims-all")] public string Strategy { get; set; } = "";
            [FileSizes("1K", "1M")] public ByteSize Size { get; set; }
            [Benchmark] public Delivery Transfer() => Send();
        }

        public sealed class ClaimsAll(ConnectionOptions options) : SocketStrategy(options)
        {
            private bool _hasSent;

            public static StrategyDescriptor Descriptor { get; } = StrategyDescriptor.For(
                "claims-all", StrategyFamily.Sockets, "sends once", options => new ClaimsAll(options));

            protected override Delivery Transfer(FramedConnection connection, Payload payload)
            {
                if (_hasSent)
                {
                    return new Delivery(payload.Length, Crc32C: 0, Stopwatch.GetTimestamp());
                }

                _hasSent = true;
                connection.Send(connection.Header(payload.Length));
                connection.Send(System.IO.File.ReadAllBytes(payload.Path));
                return connection.ReadAcknowledgement(payload);
            }
        }
        """;

    [ExhaustiveFact]
    public async Task Package_InAProgramOfItsUser_MeasuresAndFailsWhatLies()
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
              </PropertyGroup>
              <ItemGroup><PackageReference Include="FileTransfer.BenchmarkDotNet" Version="{Release.Version}" /></ItemGroup>
            </Project>
            """);
        await Dotnet.UsePackagesAsync(program, folder, await release.FolderAsync());
        string output = await Dotnet.RunAsync(program, "run", "-c", "Release", "--", "--job", "Dry", "--buildTimeout", "1800");

        string[][] table = BenchmarkSampleTests.Table(folder, "MyTransfers");
        Assert.True(table.Length == 7, output);
        int strategy = Array.IndexOf(table[0], "Strategy");
        int mean = Array.IndexOf(table[0], "Mean");
        int median = Array.IndexOf(table[0], "P50");
        Assert.True(median > mean && mean > strategy && strategy >= 0, string.Join(" | ", table[0]));
        Assert.All(table.Skip(1), row =>
        {
            bool lies = row[strategy] == "claims-all";
            Assert.Equal(lies, row[mean] == "NA");
            Assert.Equal(lies, !char.IsAsciiDigit(row[median][0]));
        });
        // Whichever proof comes first: a check that was due, or the count at the end.
        Assert.Matches("claims deliveries that never arrived|none of [0-9]+ transfers was acknowledged with a checksum", output);
    }

    private static Task WriteAsync(string folder, string name, string text) =>
        File.WriteAllTextAsync(Path.Combine(folder, name), text, TestContext.Current.CancellationToken);
}
