namespace FileTransfer.Results.Reports;

/// <summary>A section of the page.</summary>
/// <param name="Id">Its anchor.</param>
/// <param name="Title">Its heading.</param>
/// <param name="Content">Markup below the heading; a section without content is left out.</param>
internal sealed record HtmlSection(string Id, string Title, Markup Content)
{
    /// <summary>The link to it.</summary>
    public Markup Link() => Markup.Of($"<a href=\"#{Id}\">{Title}</a>\n");

    /// <summary>The section itself.</summary>
    public Markup Render() => Markup.Of($"""
        <section id="{Id}" aria-labelledby="{Id}-title">
        <h2 id="{Id}-title">{Title}</h2>
        {Content}</section>

        """);
}
