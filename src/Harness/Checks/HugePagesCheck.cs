namespace FileTransfer.Harness.Checks;

/// <summary>Transparent huge pages, which buffers and mappings get or not.</summary>
internal sealed class HugePagesCheck : ICheck
{
    public string Group => CheckGroup.Memory;

    public string Name => "huge-pages";

    public Finding Examine(Subject subject)
    {
        string? text = subject.Files.Text("/sys/kernel/mm/transparent_hugepage/enabled");
        string? chosen = text?.Split('[', ']') is [_, var inside, ..] ? inside : null;
        return chosen switch
        {
            null => Finding.Unknown("this system does not tell whether it uses huge pages by itself"),
            "always" => Finding.Note("every program gets huge pages: large buffers are faster to fill than where they are only 'madvise'"),
            _ => Finding.Fine($"huge pages: {chosen}"),
        };
    }
}
