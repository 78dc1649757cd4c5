namespace FileTransfer.Harness.Tests.Crank;

/// <summary>
/// crank, which is no package that can be restored here: in the folder that FILETRANSFER_CRANK names, in shared/tools/crank beside the
/// repository, or on PATH.
/// </summary>
/// <param name="Controller">Command of the controller.</param>
/// <param name="Agent">Command of an agent.</param>
internal sealed record CrankTool(IReadOnlyList<string> Controller, IReadOnlyList<string> Agent)
{
    private const string Variable = "FILETRANSFER_CRANK";
    private const string Usual = "shared/tools/crank";

    /// <summary>Finds it, or skips the test.</summary>
    public static CrankTool FindOrSkip()
    {
        CrankTool? found = Folders().Where(folder => File.Exists(ControllerIn(folder))).Select(folder => new CrankTool(
                ["dotnet", ControllerIn(folder)],
                // This build knows how to work without downloads.
                ["dotnet", Path.Combine(folder, "agent", "crank-agent.dll"), "--offline"])).FirstOrDefault()
            ?? (IsOnPath("crank") && IsOnPath("crank-agent") ? new CrankTool(["crank"], ["crank-agent"]) : null);
        Assert.SkipUnless(
            found is not null, $"there is no crank in {Usual} or on PATH; set {Variable} to a folder with controller/ and agent/");
        return found!;
    }

    private static string ControllerIn(string folder) => Path.Combine(folder, "controller", "crank.dll");

    private static IEnumerable<string> Folders()
    {
        if (Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } named)
        {
            yield return named;
        }

        for (DirectoryInfo? above = new(AppContext.BaseDirectory); above is not null; above = above.Parent)
        {
            yield return Path.Combine(above.FullName, Usual);
        }
    }

    private static bool IsOnPath(string program) => (Environment.GetEnvironmentVariable("PATH") ?? "")
        .Split(Path.PathSeparator)
        .Any(folder => File.Exists(Path.Combine(folder, program)));
}
