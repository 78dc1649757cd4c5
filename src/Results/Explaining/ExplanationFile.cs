using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using FileTransfer.Results.Reports;

namespace FileTransfer.Results.Explaining;

/// <summary>Writes and reads the files of an explanation: explain.json, explain.md and explain.html.</summary>
internal static class ExplanationFile
{
    /// <summary>Name of the file for programs.</summary>
    public const string JsonName = "explain.json";

    /// <summary>Name of the file for a pull request or an issue.</summary>
    public const string MarkdownName = "explain.md";

    /// <summary>Name of the page.</summary>
    public const string HtmlName = "explain.html";

    private static readonly JsonTypeInfo<Explanation> s_format = new ExplanationJson(
        new JsonSerializerOptions(ExplanationJson.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping }).Explanation;

    /// <summary>Writes all three.</summary>
    /// <param name="found">The explanation.</param>
    /// <param name="folder">Folder of the files; is created.</param>
    public static void WriteAll(Explanation found, string folder)
    {
        Directory.CreateDirectory(folder);
        File.WriteAllText(Path.Combine(folder, JsonName), Text(found));
        File.WriteAllText(Path.Combine(folder, MarkdownName), Markdown(found));
        using var page = new StreamWriter(Path.Combine(folder, HtmlName));
        WriteHtml(found, page);
    }

    /// <summary>The text of explain.json.</summary>
    public static string Text(Explanation found) => JsonSerializer.Serialize(found, s_format) + "\n";

    /// <summary>Reads explain.json.</summary>
    /// <exception cref="ResultsFileException">It is missing, or not an explanation.</exception>
    public static Explanation Load(string path)
    {
        try
        {
            return JsonSerializer.Deserialize(File.ReadAllText(path), s_format) is { Schema: Explanation.CurrentSchema } found
                ? found
                : throw new ResultsFileException($"{path} is not an explanation of the format {Explanation.CurrentSchema}");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or JsonException)
        {
            throw new ResultsFileException($"{path} cannot be read as an explanation: {exception.Message}");
        }
    }

    /// <summary>The text of explain.md.</summary>
    public static string Markdown(Explanation found) =>
        $"# {MarkdownText.Escape(found.Answer[0])}\n\n"
        + $"{MarkdownText.Escape(Caption(found))}\n\n"
        + $"{MarkdownText.Bullets([.. found.Answer.Skip(1), .. found.Notes])}"
        + string.Concat(ExplanationTables.Of(found)
            .Where(section => section.Markdown.Length > 0)
            .Select(section => $"\n## {section.Title}\n\n{section.Markdown}"))
        + $"\n## Repeat it\n\n{MarkdownText.Code([found.Command])}";

    /// <summary>Writes explain.html.</summary>
    public static void WriteHtml(Explanation found, TextWriter writer)
    {
        Markup about = Markup.Of($"<p>{Caption(found)}</p>\n");
        HtmlSection[] sections =
        [
            new("answer", "Answer", Markup.Bullets([.. found.Answer.Skip(1), .. found.Notes])),
            new("pictures", "Pictures", Markup.Join(ExplanationCharts.Of(found).Select(HtmlCharts.Figure))),
            .. ExplanationTables.Of(found).Select(section => section.Html),
            new("repeat", "Repeat it", Markup.Of($"<pre tabindex=\"0\"><code>{found.Command}</code></pre>\n")),
        ];
        HtmlPage.Write($"Why slow: {found.Answer[0]}", found.Answer[0], about, sections, writer);
    }

    /// <summary>Case, machine and rounds in a sentence.</summary>
    internal static string Caption(Explanation found) =>
        $"{ExplanationText.Case(found.Case)}; {found.Machine}; {found.StartedUtc.UtcDateTime:yyyy-MM-dd HH:mm} UTC; "
        + $"rounds: {found.Rounds.Describe} as it is, {found.Rounds.Screen} to screen, {found.Rounds.Confirm} to confirm"
        + (found.Seconds is { } seconds ? $"; {seconds:0} s" : "")
        + (found.IsPartial ? "; broken off" : "") + ".";
}

/// <summary>JSON of explain.json: camelCase, indented, fields without a value absent.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    RespectNullableAnnotations = true,
    WriteIndented = true,
    NewLine = "\n",
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    UseStringEnumConverter = true)]
[JsonSerializable(typeof(Explanation))]
internal sealed partial class ExplanationJson : JsonSerializerContext;
