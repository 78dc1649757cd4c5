using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using System.Xml;

namespace FileTransfer.Harness.Reports;

/// <summary>Text that is HTML and well-formed XML at once. Whatever is interpolated into it is encoded, unless it is markup itself.</summary>
/// <param name="Value">The markup.</param>
internal readonly record struct Markup(string Value)
{
    private const char Replacement = '\uFFFD';

    public static Markup Empty { get; } = new(string.Empty);

    /// <summary>Markup with values in it.</summary>
    public static Markup Of(Builder builder) => new(builder.ToString());

    /// <summary>One piece after another.</summary>
    public static Markup Join(IEnumerable<Markup> pieces) => new(string.Concat(pieces.Select(piece => piece.Value)));

    /// <summary>Text that means itself, in content and in quoted attributes; what XML has no place for becomes U+FFFD.</summary>
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
                // Both parsers turn it into a line feed, which would make the page differ from what was asked for.
                '\r' => encoded.Append(' '),
                _ => encoded.Append(XmlConvert.IsXmlChar(character) ? character : Replacement),
            };
        }

        return encoded.ToString();
    }

    /// <inheritdoc/>
    public override string ToString() => Value;

    /// <summary>What the compiler hands interpolated text to.</summary>
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

        /// <summary>Markup as it stands in the source.</summary>
        public void AppendLiteral(string markup) => _text.Append(markup);

        /// <summary>Text to be encoded.</summary>
        public void AppendFormatted(string? text) => _text.Append(Encode(text ?? string.Empty));

        /// <summary>A whole number.</summary>
        public void AppendFormatted(long number) => _text.Append(CultureInfo.InvariantCulture, $"{number}");

        /// <summary>A number, so that it reads back as it was.</summary>
        public void AppendFormatted(double number) => _text.Append(CultureInfo.InvariantCulture, $"{number:R}");

        public void AppendFormatted(Markup markup) => _text.Append(markup.Value);

        /// <summary>Pieces of markup, one after another.</summary>
        public void AppendFormatted(IEnumerable<Markup> pieces) => _text.AppendJoin(string.Empty, pieces);

        /// <inheritdoc/>
        public override string ToString() => _text.ToString();
    }
}
