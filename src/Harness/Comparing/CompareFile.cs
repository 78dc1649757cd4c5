using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using FileTransfer.Results;

namespace FileTransfer.Harness.Comparing;

/// <summary>Writes and reads compare.json.</summary>
internal static class CompareFile
{
    /// <summary>The file's name.</summary>
    public const string Name = "compare.json";

    // The command is read by people: no escapes for quotation marks, or for signs that mean something in HTML.
    private static readonly JsonTypeInfo<CompareResult> s_format = new IndentedJson(
        new JsonSerializerOptions(IndentedJson.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping }).CompareResult;

    /// <summary>Reads a file.</summary>
    /// <exception cref="ResultsFileException">It is missing, or not a comparison.</exception>
    public static CompareResult Load(string path)
    {
        try
        {
            return JsonSerializer.Deserialize(File.ReadAllText(path), s_format) is { Schema: CompareResult.CurrentSchema } result
                ? result
                : throw new ResultsFileException($"{path} is not a comparison of the format {CompareResult.CurrentSchema}");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or JsonException)
        {
            throw new ResultsFileException($"{path} cannot be read as a comparison: {exception.Message}");
        }
    }

    /// <summary>The text of the file.</summary>
    public static string Text(CompareResult result) => JsonSerializer.Serialize(result, s_format) + "\n";
}
