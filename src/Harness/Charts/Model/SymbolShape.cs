namespace FileTransfer.Harness.Charts.Model;

/// <summary>Symbols that point something out.</summary>
internal enum SymbolShape
{
    /// <summary>A ring around a point of a line.</summary>
    Ring,

    /// <summary>A triangle on the upper edge of the plot, pointing down to a place on the horizontal axis.</summary>
    Wedge,
}
