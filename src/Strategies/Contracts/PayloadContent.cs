namespace FileTransfer.Strategies.Contracts;

/// <summary>What a generated payload is made of.</summary>
public enum PayloadContent
{
    /// <summary>Seeded pseudo-random bytes, which nothing on the way can compress.</summary>
    Random,

    /// <summary>The numbers from 0 on, printed one after another: 0 to 9999 are 38,890 bytes.</summary>
    Numbers,

    /// <summary>Lines of words, seeded pseudo-random, the frequent ones often: what compresses as text does.</summary>
    Text,
}
