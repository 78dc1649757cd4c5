using System.Globalization;

namespace FileTransfer.Results.Reports;

/// <summary>A table that is written as Markdown, as HTML and to the console.</summary>
/// <param name="Columns">Its columns.</param>
/// <param name="Rows">Its rows, each with a cell for every column.</param>
internal sealed record Table(IReadOnlyList<Column> Columns, IReadOnlyList<IReadOnlyList<Cell>> Rows)
{
    /// <summary>A table of cells.</summary>
    /// <param name="headers">The headers; those of numbers begin with <c>&gt;</c>.</param>
    /// <param name="rows">The rows; cells that are missing at their ends are empty.</param>
    public Table(IEnumerable<string> headers, IEnumerable<IEnumerable<Cell>> rows)
        : this([.. headers.Select(Column.Of)], [])
    {
        Rows = [.. rows.Select(row => (Cell[])[.. row.Concat(Columns.Select(_ => new Cell(""))).Take(Columns.Count)])];
    }

    /// <summary>A table of text.</summary>
    /// <inheritdoc cref="Table(IEnumerable{string}, IEnumerable{IEnumerable{Cell}})"/>
    public Table(IEnumerable<string> headers, IEnumerable<IEnumerable<string>> rows)
        : this(headers, rows.Select(row => row.Select(text => new Cell(text))))
    {
    }

    /// <summary>The caption, in HTML.</summary>
    public string Caption { get; init; } = "";

    /// <summary>The heading above it and the tables that follow it, in Markdown; none by default.</summary>
    public string? Heading { get; init; }

    /// <summary>Index of the column that names the row.</summary>
    public int NameColumn { get; init; }
}

/// <summary>A column of a table.</summary>
/// <param name="Header">Its header.</param>
/// <param name="IsNumber">True when it is aligned to the right.</param>
internal sealed record Column(string Header, bool IsNumber)
{
    /// <summary>A column by its header, which begins with <c>&gt;</c> for numbers.</summary>
    public static Column Of(string header) => new(header.TrimStart('>'), header.StartsWith('>'));
}

/// <summary>A cell of a table.</summary>
/// <param name="Text">Its text, as it is read.</param>
/// <param name="Style">How it stands out.</param>
internal readonly record struct Cell(string Text, CellStyle Style = CellStyle.Plain)
{
    public static implicit operator Cell(string text) => new(text);

    public static implicit operator Cell(int number) => new(number.ToString(CultureInfo.InvariantCulture));
}

/// <summary>How the text of a cell stands out; the console shows none of it.</summary>
internal enum CellStyle
{
    Plain,
    Strong,
    Code,

    /// <summary>Not at all: in Markdown, names with underscores that need no escape.</summary>
    Names,
}
