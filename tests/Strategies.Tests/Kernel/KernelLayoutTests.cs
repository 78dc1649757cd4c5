using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text.RegularExpressions;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Strategies.Tests.Kernel;

/// <summary>
/// What the code says to the kernel in numbers is what the headers of x86-64 and of arm64 say: constants, system calls, structures.
/// </summary>
public sealed partial class KernelLayoutTests
{
    private static readonly TimeSpan s_limit = Hang.Limit;

    /// <summary>What depends on the architecture.</summary>
    private static readonly (string Ours, Func<Architecture, int> Value, string Theirs)[] s_perArchitecture =
    [
        ("Open.DirectOn", Open.DirectOn, "O_DIRECT"),
        ("Open.NoFollowOn", Open.NoFollowOn, "O_NOFOLLOW"),
        ("Epoll.DataOffsetOn", Epoll.DataOffsetOn, "offsetof(struct epoll_event, data)"),
        ("Epoll.DataOffsetOn", architecture => Epoll.DataOffsetOn(architecture) + sizeof(ulong), "sizeof(struct epoll_event)"),
        ("Epoll.Control", _ => 0, "offsetof(struct epoll_event, events)"),
    ];

    private static readonly string[] s_listed =
    [
        .. KernelName.All.Select(name => name.Ours), .. KernelNames.Unnamed.Select(line => line.Split(':')[0]),
    ];

    [Theory]
    [InlineData(Architecture.X64, "x86_64-linux-gnu-gcc")]
    [InlineData(Architecture.Arm64, "aarch64-linux-gnu-gcc")]
    public async Task NumbersOfOurCode_AreThoseOfTheHeaders(Architecture architecture, string compiler)
    {
        string[] errors = await CompileAsync(compiler, Program(architecture, KernelName.All));

        Assert.True(errors.Length == 0, $"on {architecture}:\n{string.Join('\n', errors)}");
    }

    /// <summary>Otherwise nothing could differ: every assertion is one that the compiler looks at.</summary>
    [Theory]
    [InlineData(Architecture.X64, "x86_64-linux-gnu-gcc")]
    [InlineData(Architecture.Arm64, "aarch64-linux-gnu-gcc")]
    public async Task EveryAssertion_WithAnotherNumber_Fails(Architecture architecture, string compiler)
    {
        KernelName[] old = [.. KernelName.All.Where(name => name.Since is null)];
        string broken = Number().Replace(Program(architecture, old), match => match.Value.Replace("== ", "== 7", StringComparison.Ordinal));

        string[] errors = await CompileAsync(compiler, broken);

        Assert.Equal(old.Sum(name => name.Assertions().Count()) + s_perArchitecture.Length, errors.Length);
    }

    [Fact]
    public void EverythingThatIsSaidToTheKernel_HasALine()
    {
        Assert.Empty(KernelCode.Names().Except(s_listed));
        Assert.Equal(s_listed.Length, s_listed.Distinct().Count());
    }

    /// <summary>Numbers of the kernel outside of what the test above looks at: whoever calls it or sets raw options.</summary>
    [Fact]
    public void ConstantsOfSourceThatCallsTheKernel_HaveALine()
    {
        string source = Path.GetFullPath(Path.Combine(ThisFolder(), "..", "..", "..", "src"));
        string[] constants =
        [
            .. Directory.EnumerateFiles(source, "*.cs", SearchOption.AllDirectories)
                .Select(File.ReadAllText)
                .Where(text => CallsKernel().IsMatch(text))
                .Where(text => !text.Contains("[SupportedOSPlatform(\"windows\")]", StringComparison.Ordinal))
                .SelectMany(text => Constant().Matches(text))
                .Select(match => match.Groups["name"].Value),
        ];

        Assert.InRange(constants.Length, 100, int.MaxValue);
        Assert.Empty(constants.Except(s_listed.Select(name => name.Split('.')[^1])));
    }

    /// <summary>A structure that is missed would be missed by the test of all lines too.</summary>
    [Fact]
    public void Names_OfStructuresOfEveryKind_AreFound() => Assert.Superset(
        new HashSet<string>
        {
            "MessageHeader.Control", "IoUringSetup.SubmissionOffsets.Tail", "IoUringRequest", "Statx.Status.DeviceMinor",
            "CacheStat.Number", "Native.More", "RegularFile.Regular", "SocketProgress.OutQueue", "Poll.Entry", "TimeSpec.Seconds",
            "Ioctl.InterfaceRequest.Name",
        },
        KernelCode.Names().ToHashSet());

    private static string Program(Architecture architecture, IEnumerable<KernelName> names) => string.Join(
        '\n',
        [
            KernelNames.Headers,
            .. names.SelectMany(name => name.Assertions()),
            .. s_perArchitecture.Select(one => KernelName.Assert(one.Ours, one.Theirs, one.Value(architecture))),
            "",
        ]);

    /// <summary>What the compiler complains of; skips the test where there is no compiler, or no headers.</summary>
    private static async Task<string[]> CompileAsync(string compiler, string program)
    {
        string[] path = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator);
        Assert.SkipUnless(
            OperatingSystem.IsLinux() && path.Any(folder => File.Exists(Path.Combine(folder, compiler))),
            $"needs {compiler} and the headers of libc and Linux; .ci/run names the packages of Debian");
        ProcessEnd end = await ChildProcess.RunAsync(
            new ProcessStartInfo(compiler, ["-fsyntax-only", "-x", "c", "-"]) { Environment = { ["LC_ALL"] = "C" } },
            exception => exception,
            s_limit,
            TestContext.Current.CancellationToken,
            program);
        string[] errors = [.. end.Errors.Split('\n').Where(line => line.Contains("error: ", StringComparison.Ordinal))];
        Assert.Equal(end.ExitCode != 0, errors.Length > 0);
        return errors;
    }

    private static string ThisFolder([CallerFilePath] string file = "") => Path.GetDirectoryName(file)!;

    [GeneratedRegex("== (?=-?[0-9]+LL)")]
    private static partial Regex Number();

    [GeneratedRegex(@"LibraryImport|DllImport|RawSocketOption\(")]
    private static partial Regex CallsKernel();

    [GeneratedRegex(@"\bconst (byte|short|ushort|int|uint|long|ulong|nint|nuint) (?<name>\w+) =")]
    private static partial Regex Constant();
}
