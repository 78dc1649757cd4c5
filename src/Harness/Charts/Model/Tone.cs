namespace FileTransfer.Harness.Charts.Model;

/// <summary>Meanings that have a colour of their own, beside those of the series.</summary>
public enum Tone
{
    /// <summary>The main colour of text and lines.</summary>
    Ink,

    /// <summary>What is there but does not matter.</summary>
    Muted,

    /// <summary>What is compared with, such as the harness's own cost or the native reference.</summary>
    Reference,

    /// <summary>The first part of a whole.</summary>
    First,

    /// <summary>The second part of a whole.</summary>
    Second,

    /// <summary>What other cells are compared with.</summary>
    Baseline,

    /// <summary>Nothing can be told apart.</summary>
    Neutral,

    /// <summary>No number is there.</summary>
    Missing,

    /// <summary>Better, up to 1.5 times.</summary>
    Better1,

    /// <summary>Better, up to 4 times.</summary>
    Better2,

    /// <summary>Better by more.</summary>
    Better3,

    /// <summary>Worse, up to 1.5 times.</summary>
    Worse1,

    /// <summary>Worse, up to 4 times.</summary>
    Worse2,

    /// <summary>Worse by more.</summary>
    Worse3,
}
