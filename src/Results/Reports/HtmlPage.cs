using System.Text;

namespace FileTransfer.Results.Reports;

/// <summary>The frame of a page: head, header with links to the sections, sections, script. It loads nothing.</summary>
/// <remarks>
/// The page works without scripts, which only add sorting, filtering and tooltips. It is both HTML and well-formed XML. Its
/// content security policy allows no source and no script except its own.
/// </remarks>
internal static class HtmlPage
{
    /// <summary>
    /// What browsers have to know of <c>report.js</c> to run it and nothing else: the base64 of its SHA-256. It stands here because a
    /// computed one needs OpenSSL, without which a system without it would end the program after the last round.
    /// </summary>
    private const string ScriptHash = "YDXbQU4TfRxo8Y9Kwkt1L3pEd701BGyeHx2090QXjwk=";

    private const string Policy = $"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{ScriptHash}'; "
        + "img-src data:; base-uri 'none'; form-action 'none'";

    private static readonly string s_style = Resource("report.css");
    private static readonly string s_script = Resource("report.js");

    /// <summary>Writes a page.</summary>
    /// <param name="title">Its title.</param>
    /// <param name="heading">The heading at its top.</param>
    /// <param name="about">What stands below the heading.</param>
    /// <param name="sections">Its sections; those without content are left out.</param>
    /// <param name="writer">Where it goes.</param>
    public static void Write(string title, string heading, Markup about, IEnumerable<HtmlSection> sections, TextWriter writer)
    {
        HtmlSection[] shown = [.. sections.Where(section => section.Content != Markup.Empty)];
        writer.Write(Head(title));
        writer.Write(Header(heading, about, shown));
        writer.Write("<main>\n");
        foreach (HtmlSection section in shown)
        {
            writer.Write(section.Render());
        }

        writer.Write($"</main>\n<div id=\"tip\" role=\"status\" hidden=\"hidden\"></div>\n<script>{s_script}</script>\n</body>\n</html>\n");
    }

    private static Markup Head(string title) => Markup.Of($"""
        <!DOCTYPE html>
        <html lang="en" xmlns="http://www.w3.org/1999/xhtml">
        <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta http-equiv="Content-Security-Policy" content="{Policy}"/>
        <title>{title}</title>
        <link rel="icon" href="data:,"/>
        <style>{new Markup(s_style)}</style>
        </head>

        """);

    private static Markup Header(string heading, Markup about, IEnumerable<HtmlSection> sections) => Markup.Of($"""
        <body>
        <header>
        <div class="top"><h1>{heading}</h1><button type="button" id="theme" hidden="hidden">Dark</button></div>
        {about}<nav aria-label="Sections">
        {sections.Select(section => section.Link())}</nav>
        </header>

        """);

    private static string Resource(string name)
    {
        using Stream stream = typeof(HtmlPage).Assembly.GetManifestResourceStream(typeof(HtmlPage), name)
            ?? throw new InvalidOperationException($"the program was built without {name}");
        using StreamReader reader = new(stream, Encoding.UTF8);
        return reader.ReadToEnd();
    }
}
