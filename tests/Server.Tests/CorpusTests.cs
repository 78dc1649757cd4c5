using FileTransfer.Fuzz;

namespace FileTransfer.Server.Tests;

/// <summary>Every input that the fuzzer starts from, or has found, is read as documented.</summary>
public sealed class CorpusTests
{
    public static TheoryData<string, string> Inputs => new(
        from target in FuzzTargets.All.Keys
        from file in Directory.EnumerateFiles(Path.Combine(Corpus, target)).Order(StringComparer.Ordinal)
        select (target, Path.GetFileName(file)));

    private static string Corpus => Path.Combine(AppContext.BaseDirectory, "corpus");

    [Theory]
    [MemberData(nameof(Inputs))]
    public void Input_OfTheCorpus_IsReadAsDocumented(string target, string file) =>
        FuzzTargets.All[target](File.ReadAllBytes(Path.Combine(Corpus, target, file)));
}
