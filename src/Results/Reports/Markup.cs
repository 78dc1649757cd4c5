using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using System.Xml;

namespace FileTransfer.Results.Reports;

/// <summary>Text that is both HTML and well-formed XML. Interpolated values are encoded, unless they are markup themselves.</summary>
/// <param name="Value">The markup.</param>
internal readonly record struct Markup(string Value)
{
    private const char Replacement = '\uFFFD';

    public static Markup Empty { get; } = new(string.Empty);

    /// <summary>Markup with interpolated values.</summary>
    public static Markup Of(Builder builder) => new(builder.ToString());

    /// <summary>Concatenates pieces.</summary>
    public static Markup Join(IEnumerable<Markup> pieces) => new(string.Concat(pieces.Select(piece => piece.Value)));

    /// <summary>A list with one line per item; empty without items.</summary>
    public static Markup Bullets(IEnumerable<string> items)
    {
        Markup[] lines = [.. items.Select(item => Of($"<li>{item}</li>\n"))];
        return lines.Length == 0 ? Empty : Of($"<ul>\n{lines}</ul>\n");
    }

    /// <summary>Encodes text for content and quoted attributes; characters that XML does not allow become U+FFFD.</summary>
    public static string Encode(string text)
    {
        StringBuilder encoded = new(text.Length);
        for (int index = 0; index < text.Length; index++)
        {
            char character = text[index];
            if (index + 1 < text.Length && XmlConvert.IsXmlSurrogatePair(text[index + 1], character))
            {
                encoded.Append(character).Append(text[++index]);
                continue;
            }

            _ = character switch
            {
                '&' => encoded.Append("&amp;"),
                '<' => encoded.Append("&lt;"),
                '>' => encoded.Append("&gt;"),
                '"' => encoded.Append("&quot;"),
                '\'' => encoded.Append("&#39;"),
                // HTML and XML parsers turn a carriage return into a line feed, which would change the text.
                '\r' => encoded.Append(' '),
                _ => encoded.Append(XmlConvert.IsXmlChar(character) ? character : Replacement),
            };
        }

        return encoded.ToString();
    }

    /// <inheritdoc/>
    public override string ToString() => Value;

    /// <summary>The interpolated string handler.</summary>
    [InterpolatedStringHandler]
    internal readonly ref struct Builder
    {
        private readonly StringBuilder _text;

        /// <summary>Called by the compiler.</summary>
        public Builder(int literalLength, int formattedCount)
        {
            _ = formattedCount;
            _text = new StringBuilder(literalLength * 2);
        }

        /// <summary>A literal part of the interpolated string, which is markup.</summary>
        public void AppendLiteral(string markup) => _text.Append(markup);

        /// <summary>Text to be encoded.</summary>
        public void AppendFormatted(string? text) => _text.Append(Encode(text ?? string.Empty));

        /// <summary>A whole number.</summary>
        public void AppendFormatted(long number) => _text.Append(CultureInfo.InvariantCulture, $"{number}");

        /// <summary>A number in round-trip format.</summary>
        public void AppendFormatted(double number) => _text.Append(CultureInfo.InvariantCulture, $"{number:R}");

        public void AppendFormatted(Markup markup) => _text.Append(markup.Value);

        /// <summary>Pieces of markup.</summary>
        public void AppendFormatted(IEnumerable<Markup> pieces) => _text.AppendJoin(string.Empty, pieces);

        /// <inheritdoc/>
        public override string ToString() => _text.ToString();
    }
}
