namespace FileTransfer.Strategies.Contracts;

/// <summary>Content of a generated payload.</summary>
public enum PayloadContent
{
    /// <summary>Seeded pseudo-random bytes, which cannot be compressed.</summary>
    Random,

    /// <summary>The numbers from 0 on, printed one after another: 0 to 9999 are 38,890 bytes.</summary>
    Numbers,

    /// <summary>Lines of seeded pseudo-random words, some more frequent than others: compresses like text.</summary>
    Text,
}
