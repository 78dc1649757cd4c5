using System.Globalization;
using BenchmarkDotNet.Code;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Benchmarking.Cases;

/// <summary>A size as a parameter value: BenchmarkDotNet can write constants into its generated code, and this.</summary>
internal sealed class SizeParameter : IParam
{
    private readonly ByteSize _size;

    /// <param name="text">The size as the user wrote it.</param>
    public SizeParameter(string text)
    {
        Text = text ?? "";
        IsValid = ByteSize.TryParse(Text, out _size) && _size.Bytes > 0;
    }

    /// <summary>The size as the user wrote it.</summary>
    public string Text { get; }

    /// <summary>False for a text that is no size, and for no bytes: then the value means nothing.</summary>
    public bool IsValid { get; }

    /// <inheritdoc/>
    public object Value => _size;

    /// <inheritdoc/>
    public string DisplayText => IsValid ? _size.ToString() : Text;

    /// <inheritdoc/>
    public string ToSourceCode() =>
        string.Create(CultureInfo.InvariantCulture, $"new global::{typeof(ByteSize).FullName}({_size.Bytes}L)");
}
