using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace FileTransfer.Harness.Comparing;

/// <summary>Writes compare.json.</summary>
internal static class CompareFile
{
    // The command is read by people: no escapes for quotation marks, or for signs that mean something in HTML.
    private static readonly JsonTypeInfo<CompareResult> s_format = new CompareJson(
        new JsonSerializerOptions(CompareJson.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping }).CompareResult;

    /// <summary>The text of the file.</summary>
    public static string Text(CompareResult result) => JsonSerializer.Serialize(result, s_format) + "\n";
}
