using FileTransfer.Results.Charts.Model;

namespace FileTransfer.Results.Charts.Drawing;

/// <summary>The name of a line at the right of the plot.</summary>
/// <param name="Line">The line.</param>
/// <param name="FromX">Horizontal place of the line's end.</param>
/// <param name="FromY">Vertical place of the line's end.</param>
/// <param name="X">Horizontal begin of the name.</param>
/// <param name="Y">Vertical middle of the name.</param>
/// <param name="HasGap">True when the line ends before the plot does.</param>
internal sealed record LineLabel(LineMark Line, double FromX, double FromY, double X, double Y, bool HasGap);
