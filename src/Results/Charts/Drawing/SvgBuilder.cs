using System.Globalization;
using System.Text;
using System.Xml;

namespace FileTransfer.Results.Charts.Drawing;

/// <summary>Writes SVG elements, one per line, with coordinates rounded to tenths of a pixel.</summary>
internal sealed class SvgBuilder
{
    private readonly StringBuilder _text = new();

    /// <summary>A coordinate: invariant, at most one decimal, no negative zero.</summary>
    public static string Number(double value)
    {
        double rounded = Math.Round(value, 1, MidpointRounding.AwayFromZero);
        return (rounded == 0 ? 0 : rounded).ToString("0.#", CultureInfo.InvariantCulture);
    }

    /// <summary>Text that means itself, without characters that XML does not have.</summary>
    public static string Escape(string text)
    {
        StringBuilder escaped = new(text.Length);
        foreach (Rune rune in text.EnumerateRunes())
        {
            escaped.Append(rune.Value switch
            {
                '&' => "&amp;",
                '<' => "&lt;",
                '>' => "&gt;",
                '"' => "&quot;",
                '\n' or '\r' or '\t' => " ",
                _ when rune.IsBmp && !XmlConvert.IsXmlChar((char)rune.Value) => "\uFFFD",
                _ => rune.ToString(),
            });
        }

        return escaped.ToString();
    }

    /// <summary>Begins an element; attributes are name and value in turns, values are escaped.</summary>
    public SvgBuilder Open(string name, params ReadOnlySpan<string> attributes)
    {
        AppendTag(name, attributes);
        _text.Append(">\n");
        return this;
    }

    public SvgBuilder Close(string name)
    {
        _text.Append("</").Append(name).Append(">\n");
        return this;
    }

    /// <summary>An element without content but, where there is one, the words a pointer is told.</summary>
    public SvgBuilder Shape(string name, string? tip, params ReadOnlySpan<string> attributes)
    {
        AppendTag(name, attributes);
        _text.Append(tip is null ? "/>\n" : $"><title>{Escape(tip)}</title></{name}>\n");
        return this;
    }

    /// <summary>An element that holds text and, where there are any, the words a pointer is told.</summary>
    public SvgBuilder Text(string name, string text, string? tip, params ReadOnlySpan<string> attributes)
    {
        AppendTag(name, attributes);
        _text
            .Append('>')
            .Append(tip is null ? string.Empty : $"<title>{Escape(tip)}</title>")
            .Append(Escape(text))
            .Append("</")
            .Append(name)
            .Append(">\n");
        return this;
    }

    /// <summary>Adds what is SVG already.</summary>
    public SvgBuilder Raw(string svg)
    {
        _text.Append(svg);
        return this;
    }

    /// <inheritdoc/>
    public override string ToString() => _text.ToString();

    private void AppendTag(string name, ReadOnlySpan<string> attributes)
    {
        _text.Append('<').Append(name);
        for (int index = 0; index < attributes.Length; index += 2)
        {
            _text.Append(' ').Append(attributes[index]).Append("=\"").Append(Escape(attributes[index + 1])).Append('"');
        }
    }
}
