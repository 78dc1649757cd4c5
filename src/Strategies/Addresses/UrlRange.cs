using System.Globalization;

namespace FileTransfer.Strategies.Addresses;

/// <summary>A part of the file at an address (RFC 9110, 14).</summary>
/// <param name="Offset">Where it begins.</param>
/// <param name="Length">Its length in bytes, above 0.</param>
/// <param name="Whole">Length of the whole file.</param>
public sealed record UrlRange(long Offset, long Length, long Whole)
{
    /// <summary>Value of the header "Range" of a request for it.</summary>
    public string Asked { get; } = string.Create(CultureInfo.InvariantCulture, $"bytes={Offset}-{Offset + Length - 1}");

    /// <summary>Value of the header "Content-Range" of the right response.</summary>
    public string Answered { get; } = string.Create(CultureInfo.InvariantCulture, $"bytes {Offset}-{Offset + Length - 1}/{Whole}");
}
