namespace FileTransfer.Results.Charts.Drawing;

/// <summary>Where a text is attached.</summary>
internal enum Anchor
{
    Start,
    Middle,
    End,
}
